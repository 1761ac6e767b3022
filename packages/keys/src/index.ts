export { openKeyFile, type KeyFile, type MadeKey } from './key-file.ts'
export { allowsModel, createKeyring, remember, type Authentication, type Keyring, type Remembered } from './keyring.ts'
export { keyRecord, keyRights, visibilities, type KeyRecord, type KeyRights, type KeyRightsOptions, type Visibility } from './record.ts'
export { hashOf } from './secret.ts'
