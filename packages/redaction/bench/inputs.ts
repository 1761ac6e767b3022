import { createRedactor, pattern } from '../src/index.ts'

export const redactor = createRedactor({ key: 'a key of the bench' })
export const withPattern = createRedactor({ key: 'a key of the bench', patterns: [pattern('ticket', /\bTCK-\d{4,8}\b/)] })

/** A text as long as one likes, made of one piece. */
export interface Input {
  name: string
  piece: string
}

const prose =
  'The area of the triangle is half the base times the height, so it is twelve. First, I should check whether the user wants it in ' +
  'metres; then we add 3 and 4, and "round" the result.\n'
const code = 'export function area(base: number, height: number): number {\n  const half = base / 2 // 12\n  return half * height\n}\n'
const json =
  '{"id":"call_abc123","type":"function","function":{"name":"get_area","arguments":"{\\"base\\":6,\\"height\\":4}"},"index":0},\n'

export const inputs: readonly Input[] = [
  { name: 'prose', piece: prose },
  { name: 'code', piece: code },
  { name: 'JSON', piece: json },
]

const blob = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk9QDwADhgGAWjR9aw'
/** What makes careless redactors quadratic, or merely slow. */
export const hostileInputs: readonly Input[] = [
  { name: 'a@a@a@', piece: 'a@' },
  { name: 'a.a.a.', piece: 'a.' },
  { name: 'prompts', piece: '"a password: " ' },
  { name: 'logins', piece: 'ann:abc123@db:' },
  { name: 'pluses', piece: 'tel=+4+' },
  { name: 'one word', piece: 'a' },
  { name: 'digits', piece: '1234567890' },
  { name: 'digits and spaces', piece: '4 1 ' },
  { name: 'digits and hyphens', piece: '41-' },
  { name: 'digits and spaces that do not break', piece: '41\u00a0' },
  { name: 'first lines of keys', piece: '-----BEGIN RSA PRIVATE KEY-----\n' },
  { name: 'hyphens', piece: '-' },
  { name: 'base64', piece: blob },
  { name: 'base64 with line ends', piece: `${blob}\n` },
  { name: 'beginnings of tokens', piece: 'sk-proj-' },
  { name: 'beginnings of JWTs', piece: 'eyJ' },
  { name: 'beginnings of JWTs in words', piece: 'eyJa ' },
  { name: 'assignments', piece: 'password=' },
  { name: 'open quotations', piece: 'password="' },
  { name: 'backslashes', piece: '\\' },
  { name: 'escaped quotations', piece: 'password=\\"' },
  { name: 'addresses', piece: 'https://a:' },
  { name: 'colons', piece: 'ab::' },
  { name: 'spoken', piece: 'the password is ' },
  { name: 'spoken, with words between', piece: 'the password of a b c d ' },
  { name: 'used', piece: 'use x1Y2z3! as ' },
  { name: 'arguments', piece: '"password",' },
  { name: 'fields', piece: 'fill("#password",' },
  { name: 'calls', piece: 'password("' },
  { name: 'positions', piece: 'login("a",' },
  { name: 'options', piece: ' login -p' },
  { name: 'tags', piece: '<a b="c">d' },
  { name: 'seeds', piece: 'otp AAAA ' },
  { name: 'colons of other scripts', piece: '密码为 ' },
  { name: 'plus and parentheses', piece: '+(1' },
  { name: 'percent escapes', piece: '%40' },
  { name: 'brackets', piece: '{"[' },
  { name: 'spaces that nobody sees', piece: 'a\u200b' },
  { name: 'escapes of JSON', piece: '\\u0061' },
  { name: 'escapes of HTML', piece: '&#97;' },
  { name: 'beginnings of escapes', piece: '\\u00%4&#' },
  { name: 'letters of two scripts', piece: 'a\u0435' },
  { name: 'characters of full width', piece: '\uff41\uff11 ' },
  { name: 'letters of another script', piece: 'ж' },
  { name: 'addresses of another script', piece: 'ж@' },
  { name: 'spelt dots', piece: 'a dot ' },
  { name: 'spelt addresses', piece: 'a at b dot ' },
  { name: 'spelt signs', piece: 'a(at)b[dot]' },
  { name: 'cut tokens', piece: 'ghp_aB3dE5g\n' },
  { name: 'cut tokens, one after the other', piece: 'ghp_aB3dE5gH7jK9mN1p" + "' },
  { name: 'marks of hashes', piece: '$6$' },
  { name: 'parts of hashes', piece: '$6$a1$' },
  { name: 'setup addresses', piece: 'otpauth://totp/a?' },
  { name: 'keys of YAML', piece: 'password:\n  ' },
  { name: 'underscores behind beginnings', piece: 'xghp_ ' },
  { name: 'text in base64', piece: 'dGhlIHNlY3JldCBvZiBicmVhZCBpcyB0aW1l ' },
  { name: 'digits with everything between', piece: '4.\t' },
  { name: 'numbers in words', piece: 'one two ' },
  { name: 'numbers in words of two languages', piece: 'four cinq one ' },
  { name: 'letters between spaces', piece: 'a b c d ' },
  { name: 'letters between dots', piece: 'a.b.' },
  { name: 'digits between spaces', piece: '1 2 3 ' },
  { name: 'first lines of tables', piece: 'password,token\n' },
  { name: 'tables', piece: '| dob | password |\n| 1 | 2 |\n' },
  { name: 'passwords in the next line', piece: 'Password:\nx\n' },
  { name: 'strings that are joined', piece: 'password="a"+"b"+' },
  { name: 'addresses of strings', piece: '"postgres://a:"+"' },
  { name: 'dates of birth', piece: 'born on ' },
  { name: 'lines of pgpass', piece: 'a:5432:b:c:' },
  { name: 'cut addresses', piece: 'x\n@' },
  { name: 'strings side by side', piece: '"a" "b" ' },
  { name: 'strings with spaces in them', piece: '("4111 1111' },
  { name: 'emphasis within words', piece: 'a**b' },
  { name: 'emphasis around words', piece: '**a** ' },
  { name: 'lines that go on', piece: 'a\\\n' },
  { name: 'escapes of Markdown', piece: 'a\\.' },
  { name: 'letters between commas', piece: 'a, b, ' },
  { name: 'groups of a token', piece: 'ghp_ aB3d E5gH7 ' },
  { name: 'numbers of telephones', piece: 'call 0171 5 ' },
  { name: 'names of services', piece: 'Cloudflare api key ' },
  { name: 'logins', piece: 'a:b1c2d3e4@' },
  { name: 'bytes', piece: '68 6f ' },
  { name: 'bytes with a prefix', piece: '0x68, ' },
  { name: 'bytes in decimal digits', piece: '104,' },
  { name: 'rows of bytes', piece: '41 42 43 44 45 46 47 48 49 4a 4b 4c\n' },
  { name: 'octal escapes', piece: '\\147' },
  { name: 'beginnings of octal escapes', piece: '\\14\\0' },
  { name: 'tags within words', piece: 'a<b>' },
  { name: 'beginnings of tags', piece: 'a<b ' },
  { name: 'ends of tags', piece: 'a</b><b' },
  { name: 'names in quotes', piece: '"ab"@' },
  { name: 'hosts in brackets', piece: 'a@[1.' },
  { name: 'words for cards', piece: 'card 4111, 1' },
  { name: 'beginnings of IBANs', piece: 'DE19,' },
  { name: 'parts of signatures', piece: 'nonce=a,response=' },
  { name: 'pieces of tokens, with words between', piece: 'ghp_a B1c2D3, then ' },
  { name: 'pieces of tokens, in a long line', piece: ',EAA,IAAI' },
  { name: 'groups of a prefix', piece: 'sk_l ive_ aB3d ' },
  { name: 'groups within a token', piece: 'hf_ab-' },
  { name: 'letters in quotes', piece: "'a', " },
  { name: 'letters in words', piece: 'alfa bravo ' },
  { name: 'capital letters in words', piece: 'capital a ' },
  { name: 'ends of reversed tokens', piece: 'aB3dE5gH7jK9mN_phg ' },
  { name: 'base32', piece: 'MFZWSZ3OMVSCAYTZ' },
  { name: 'dumps of bytes', piece: '00000000: 4865 6c6c 6f2c ' },
  { name: 'lines of base64', piece: 'dGhlIHNlY3JldCBvZiBicmVhZCBpcyB0aW1lLCB3YXRlcg\n' },
  { name: 'bits', piece: '01001010 ' },
  { name: 'hidden tags', piece: '\u{e0061}' },
  { name: 'letters in circles', piece: '\u24d0' },
  { name: 'base64 in base64', piece: 'WjJod1gwRk9XVTFhUm1wS01uRkJOSE4w ' },
]

export const text = ({ piece }: Input, units: number): string => {
  // As a network brings it: one flat string, and not a rope.
  return Buffer.from(piece.repeat(Math.ceil(units / piece.length)).slice(0, units)).toString()
}
