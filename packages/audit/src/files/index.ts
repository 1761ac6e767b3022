export { auditFiles, type FileAuditOptions } from './audit-files.ts'
export type { FileAudit, FileExample } from './file-audit.ts'
