export { signatureOf, type KeyWatch } from './key-watch.ts'
export { openKeyFile, type KeyFile, type MadeKey } from './key-file.ts'
export { allowsModel, createKeyring, remember, type Authentication, type Keyring, type KeyRefusal, type Remembered } from './keyring.ts'
export {
  keyRecord,
  keyRights,
  traceModes,
  visibilities,
  type KeyRecord,
  type KeyRights,
  type KeyRightsOptions,
  type Visibility,
} from './record.ts'
export { makeFolder } from './make-folder.ts'
export { hashOf } from './secret.ts'
