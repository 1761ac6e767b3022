export { auditConversations } from './audit-conversations.ts'
export { addAudit, leakReasons, type Audit, type Example, type LeakReason } from './audit.ts'
export type { AuditOptions } from './options.ts'
