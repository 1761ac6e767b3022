import { nationalIds } from './detect/national.ts'
import { tokenRules } from './tokens.ts'

/** A type, detected by default, as data, for a settings page or a legend of metrics. */
export interface RedactionType {
  /** Type as in counts. A small, fixed set. */
  type: string
  description: string
  /** Rules of the type, as shown in replacements. */
  rules: readonly { rule: string; description: string }[]
}

const unique = (rules: readonly { rule: string; description: string }[]): { rule: string; description: string }[] => [
  ...new Map(rules.map(({ rule, description }) => [rule, { rule, description }])).values(),
]

const recognisedByShape = [
  { rule: 'private-key', description: 'Private key in PEM form (PKCS, OpenSSH, PGP), plain, escaped or in base64' },
  { rule: 'password-hash', description: 'Hash of a password: crypt, bcrypt, scrypt, Argon2, yescrypt, PBKDF2' },
  { rule: 'jwt', description: 'JSON Web Token' },
  { rule: 'telegram-token', description: 'Telegram bot token' },
  { rule: 'discord-token', description: 'Discord token' },
  { rule: 'mailchimp-key', description: 'Mailchimp key' },
  { rule: 'terraform-token', description: 'HCP Terraform token' },
  { rule: 'azure-secret', description: 'Client secret of Microsoft Entra, or an Azure DevOps token' },
  { rule: 'zhipu-key', description: 'Zhipu key' },
  { rule: 'mailgun-key', description: 'Mailgun key' },
  { rule: 'rapidapi-key', description: 'RapidAPI key' },
  { rule: 'asana-token', description: 'Asana token' },
  { rule: 'maxmind-key', description: 'MaxMind key' },
  { rule: 'ngrok-token', description: 'ngrok token' },
  { rule: 'unleash-token', description: 'Unleash token' },
  { rule: 'fal-key', description: 'fal key' },
  { rule: 'bitwarden-token', description: 'Bitwarden access token' },
  { rule: 'prefixed-key', description: 'A prefix such as `name_live_`, and a long body without words' },
  { rule: 'azure-key', description: 'Key of an Azure service, with the mark of the service in it' },
]

const recognisedByContext = [
  { rule: 'one-time-seed', description: 'Seed of one-time codes, or an otpauth address that holds one' },
  { rule: 'seed-phrase', description: 'Seed phrase of a wallet' },
  { rule: 'password', description: 'Value of a name such as password, or after a phrase such as "the password is"' },
  { rule: 'generic-key', description: 'Value of a name such as api_key, token or secret, unless it consists of words' },
  { rule: 'pin', description: 'Short secret number after a word such as PIN' },
  { rule: 'bearer', description: 'Credentials after Bearer' },
  { rule: 'basic-auth', description: 'Name and password after Basic, or after curl -u' },
  { rule: 'url-credentials', description: 'Password in an address or a connection string' },
]

/** All detectable types, with their rules, as data. */
export const redactionTypes: readonly RedactionType[] = [
  {
    type: 'secret',
    description: 'Keys, tokens and passwords',
    rules: unique([...tokenRules, ...recognisedByShape, ...recognisedByContext]),
  },
  { type: 'email', description: 'E-mail address', rules: [] },
  {
    type: 'phone',
    description: 'Telephone number: international, North American, or after a word such as "phone"',
    rules: [],
  },
  { type: 'card', description: "Payment card number: an issuer's range, length and check digit", rules: [] },
  { type: 'iban', description: "Bank account number: its country's length and check digits", rules: [] },
  { type: 'birth-date', description: 'Date of birth after a word such as "born"', rules: [] },
  { type: 'ip', description: 'Internet address, version 4 or 6', rules: [] },
  { type: 'national-id', description: 'National identity number', rules: unique(nationalIds) },
]
