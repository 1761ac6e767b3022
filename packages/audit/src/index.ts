export { auditConversations } from './audit-conversations.ts'
export { addAudit, leakReasons, type Audit, type AuditExample, type LeakReason } from './audit.ts'
export type { AuditOptions } from './options.ts'
