import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/index.ts'
import { nationalIds } from '../src/detect/national.ts'
import { createDraw, fill, fixture, gone, marked } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests', nationalIds: nationalIds.map(({ rule }) => rule) })
const rounds = 5

/** Of each row, in several drawings, how often everything that is marked is gone, whole and per code unit. */
function recall(name: 'ordinary' | 'adversarial'): {
  found: number
  all: number
  byGroup: Map<string, [found: number, all: number]>
  missed: string[]
} {
  const draw = createDraw(20_261_125)
  const byGroup = new Map<string, [number, number]>()
  const missed: string[] = []
  let [found, all] = [0, 0]
  for (const { rule, trick, text } of fixture<{ rule: string; trick?: string; text: string }>(name)) {
    const group = byGroup.get(trick ?? rule) ?? [0, 0]
    byGroup.set(trick ?? rule, group)
    for (let round = 0; round < rounds; round++) {
      const { text: whole, secrets } = marked(fill(text, draw))
      const redacted = redactor.redact(whole)
      const stream = redactor.stream()
      const streamed = Array.from({ length: whole.length }, (_, at) => stream.push(whole[at]!)).join('') + stream.end()
      expect(streamed).toBe(redacted.text)
      all++
      group[1]++
      if (redacted.redactions.length > 0 && secrets.every((secret) => gone(redacted.text, secret))) {
        found++
        group[0]++
      } else missed.push(`${rule}: ${JSON.stringify(whole.slice(0, 120))} -> ${JSON.stringify(redacted.text.slice(0, 120))}`)
    }
  }
  return { found, all, byGroup, missed }
}

describe("of a corpus that issuers' documents gave", () => {
  test.each([
    ['ordinary', 300, 0.99],
    ['adversarial', 240, 0.9],
  ] as const)('what is %s is found', (name, rows, share) => {
    const { found, all, byGroup, missed } = recall(name)
    console.log(
      `${name}: ${found} of ${all} (${((found / all) * 100).toFixed(2)} %)\n${[...byGroup].map(([group, [some, of]]) => `  ${group}: ${some}/${of}`).join('\n')}`,
    )
    expect(all).toBeGreaterThanOrEqual(rows * rounds)
    expect(found / all, missed.join('\n')).toBeGreaterThanOrEqual(share)
    for (const trick of ['pieces', 'encoded', 'letters']) {
      const [some, of] = byGroup.get(trick) ?? [1, 1]
      expect(some / of, `${trick}: ${missed.join('\n')}`).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('at most one look-alike of five hundred is hit', () => {
    const personalOnly = createRedactor({ key: 'a key of the tests' })
    const draw = createDraw(20_261_126)
    const rows = fixture<{ text: string }>('harmless')
    const hit: string[] = []
    for (const { text } of rows) {
      const drawn = Array.from({ length: rounds }, () => fill(text, draw))
      const changed = drawn.find((one) => personalOnly.redact(one).text !== one)
      if (changed !== undefined) hit.push(`${changed} -> ${personalOnly.redact(changed).text}`)
    }
    expect(rows.length).toBeGreaterThanOrEqual(500)
    expect(hit.length, hit.join('\n')).toBeLessThanOrEqual(1)
  })
})

/** What is left of each text, with the fingerprints taken out. */
const plainly = (text: string): string => redactor.redact(text).text.replace(/:[0-9a-f]{8}\]/g, ']')
const secret = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3gH5jK7m'

describe('disguises are read for what they stand for, and all around them stays', () => {
  test.each([
    ['a key of the gateway', `use rsk_abcdefghij_${secret}9nP now`, 'use [secret:reason-key] now'],
    ['a key of the gateway behind letters', `Bearerrsk_abcdefghij_${secret}9nP now`, 'Bearer[secret:reason-key] now'],
    ['spaces that do not break', 'a\u00a04111\u00a01111\u202f1111\u20091111\u00a0b', 'a\u00a0[card]\u00a0b'],
    ['hyphens that do not break', 'call +1\u2011415\u2011555\u20112671\u2014now', 'call [phone]\u2014now'],
    ['digits of another script', '\u0664\u0661\u0661\u0661 1111 1111 1111.', '[card].'],
    ['invisible characters, inside', `x gh\u200bp_${secret.slice(0, 20)}\u00ad${secret.slice(20)} y`, 'x [secret:github-token] y'],
    ['invisible characters, before and behind', 'x\u200b jane@example.com\u200b y', 'x\u200b [email]\u200b y'],
    [
      'several invisible characters, in a row',
      'x\u200b\u200b jane\u200b\u2060@example.com\u200b\u00ad\u200b y',
      'x\u200b\u200b [email]\u200b\u00ad\u200b y',
    ],
    ['colours of a terminal', '\u001b[32mAKIAQ3EGRTYUIOP5KJHG\u001b[0m', '\u001b[32m[secret:aws-access-key]\u001b[0m'],
    ['an escape of JSON', '{"m":"jane\\u0040example.com\\u00a0"}', '{"m":"[email]\\u00a0"}'],
    ['an escape in a string in a string', '"{\\"m\\":\\"jane\\\\u0040example.com\\"}"', '"{\\"m\\":\\"[email]\\"}"'],
    ['an escape of an address', '?to=jane%2Edoe%40example.com&tel=%2B4930901820', '?to=[email]&tel=[phone]'],
    ['JSON in an address', 'x=%7B%22password%22%3A%22first99xY%22%7D&y', 'x=%7B%22password%22%3A%22[secret:password]%22%7D&y'],
    [
      'JSON in an address, encoded twice',
      '%257B%2522password%2522%253A%2522first99xY%2522',
      '%257B%2522password%2522%253A%2522[secret:password]%2522',
    ],
    ['JSON in HTML', '&#34;password&#34;:&#34;first99xY&#34;', '&#34;password&#34;:&#34;[secret:password]&#34;'],
    [
      'JSON with escaped quotes',
      'x \\u0022password\\u0022:\\u0022first99xY\\u0022',
      'x \\u0022password\\u0022:\\u0022[secret:password]\\u0022',
    ],
    ['no value in an address', '%7B%22password%22%3Anull%7D', '%7B%22password%22%3Anull%7D'],
    ['quotes in an address', '?q=%22reset+password%22&n=1', '?q=%22reset+password%22&n=1'],
    [
      'two arguments of a command',
      `curl -H "Authorization: token ghp_${secret.slice(0, 36)}" "https://api.example"`,
      'curl -H "Authorization: token [secret:github-token]" "https://api.example"',
    ],
    [
      'two arguments in two lines',
      `curl -H 'X-T: ghp_${secret.slice(0, 36)}' \\\n  'https://api.example'`,
      "curl -H 'X-T: [secret:github-token]' \\\n  'https://api.example'",
    ],
    [
      'a form',
      'grant_type=password&username=dana&password=Kk7vqz7avsi40&scope=all',
      'grant_type=password&username=dana&password=[secret:password]&scope=all',
    ],
    ['a fragment', `x.io/cb#access_token=${secret}&token_type=bearer`, 'x.io/cb#access_token=[secret:generic-key]&token_type=bearer'],
    [
      "a sign of fragments in a driver's address",
      'jdbc:postgresql://db/app?user=app&password=violet#9505Qx&ssl=true',
      'jdbc:postgresql://db/app?user=app&password=[secret:password]&ssl=true',
    ],
    [
      'the next line of a token',
      `slackToken=xoxb-123456789012-1234567890123-${secret.slice(0, 24)}\norg.gradle.jvmargs=-Xmx2g`,
      'slackToken=[secret:slack-token]\norg.gradle.jvmargs=-Xmx2g',
    ],
    ['a list of variables', `--set-env-vars REFRESH_TOKEN=${secret},TZ=UTC`, '--set-env-vars REFRESH_TOKEN=[secret:generic-key],TZ=UTC'],
    ['a name in a vault', `vault kv put secret/app sessionToken=${secret}`, 'vault kv put secret/app sessionToken=[secret:generic-key]'],
    ['a pattern to replace', `sed 's/^API_KEY=.*/API_KEY=${secret}/'`, "sed 's/^API_KEY=.*/API_KEY=[secret:generic-key]'"],
    ['an address behind its scheme', 'mailto:dana_weber+news@example.com', 'mailto:[email]'],
    ['JSON of Python in an address', '%7B%22password%22%3A%20%22first99xY%22%7D', '%7B%22password%22%3A%20%22[secret:password]%22%7D'],
    ['a section of settings', '[client]\npassword=first99xY', '[client]\npassword=[secret:password]'],
    [
      'a log with an odd quotation mark',
      `[10:01] 5" t = "ghp_${secret.slice(0, 16)}" + "${secret.slice(16, 36)}"`,
      '[10:01] 5" t = "[secret:github-token]"',
    ],
    ['a dictionary of Python', "{'password': 'first99xY', 'n': 1}", "{'password': '[secret:password]', 'n': 1}"],
    ['an array of numbers', '[4111111111111111, 12]', '["[card]", 12]'],
    ['an array of words', '[true, 4111111111111111]', '[true, "[card]"]'],
    ['a name that continues', `ENV API_KEY_STAGING ${secret}`, 'ENV API_KEY_STAGING [secret:generic-key]'],
    ['a name that continues with another thing', `ENV API_TOKEN_URL ${secret}`, `ENV API_TOKEN_URL ${secret}`],
    ['a name in another language', `clave-secreta=${secret}`, 'clave-secreta=[secret:generic-key]'],
    ['its words the other way round', `geheimer_schluessel: "${secret}"`, 'geheimer_schluessel: "[secret:generic-key]"'],
    ['one of its words', `llave: ${secret.slice(0, 12)}`, `llave: ${secret.slice(0, 12)}`],
    ['an escape of HTML', '<b>jane&#64;example.com</b>', '<b>[email]</b>'],
    ['a letter of Cyrillic', 'p\u0430ssword: hunter2!x', 'p\u0430ssword: [secret:password]'],
    ['words of Russian', 'слово в сети и API, с нами', 'слово в сети и API, с нами'],
    ['an international address', 'an müller@bücher.example, bitte', 'an [email], bitte'],
    ['an address behind a script without spaces', '邮箱jane@example.com谢谢', '邮箱[email]谢谢'],
    ['a spelt address', 'write to jane dot doe at example dot com, please', 'write to [email], please'],
    ['a place in the net', 'look at example.com, or look at the dot', 'look at example.com, or look at the dot'],
    ['a hash of a password', `root:$6$abcdefgh$${secret}${secret}abcdef:19000:`, 'root:[secret:password-hash]:19000:'],
    ['an address of one-time codes', 'otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A.', '[secret:one-time-seed].'],
    ['a token in two lines', `ghp_${secret.slice(0, 18)}\n${secret.slice(18, 36)}\nnext line`, '[secret:github-token]\nnext line'],
    ['a token and the next', `ghp_${secret}\nghp_${secret}`, '[secret:github-token]\n[secret:github-token]'],
    ['a token and a line of prose', `ghp_${secret}\nThe end`, '[secret:github-token]\nThe end'],
    ['a token in base64', `x ${btoa(`TOKEN=ghp_${secret}`)} y`, 'x [secret:github-token] y'],
    [
      'a sentence in base64',
      `x ${btoa('The secret of good bread is time, and salt.')} y`,
      `x ${btoa('The secret of good bread is time, and salt.')} y`,
    ],
    [
      'a personal access token',
      'AZURE_DEVOPS_EXT_PAT=q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c2v3b4n5m6',
      'AZURE_DEVOPS_EXT_PAT=[secret:generic-key]',
    ],
    [
      'a password of an address in joined strings of which one has words',
      `log("see postgres://app:" + "${secret.slice(0, 18)}" + "@db/prod for more")`,
      'log("see postgres://app:" + "[secret:url-credentials]" + "@db/prod for more")',
    ],
    [
      'a card in joined strings behind a secret of Entra',
      'EBg8Q~NsAZ5qlrX1amitVBR0yIVFmxxGhAkuwtDi "4111 1111 " + "1111 1111"',
      '[secret:azure-secret] "[card]"',
    ],
    [
      'a password in strings of which one has the scheme',
      '"pg://" + "app:fir" + "st99@db/x"',
      '"pg://" + "app:[secret:url-credentials]@db/x"',
    ],
    ['in strings with prefixes', "f'pg://app:fir' f'st99@db/x'", "f'pg://app:[secret:url-credentials]@db/x'"],
    ['in strings of a string', '"x \\"pg://app:fir\\" +\\n \\"st99@db/x\\""', '"x \\"pg://app:[secret:url-credentials]@db/x\\""'],
    ['in strings beside each other', '("pg://app:fir"\n  "st99@db/x")', '("pg://app:[secret:url-credentials]@db/x")'],
    ['behind a mail address', 'smtp://jane@x.org:first99@mail', 'smtp://[email]:[secret:url-credentials]@mail'],
    ['in strings behind a mail address', '"smtp://jane@x.org:fir" + "st99@mail"', '"smtp://[email]:[secret:url-credentials]@mail"'],
    ['sizes', 'Mobile 4096 8192 16384, phone 256 512 1024', 'Mobile 4096 8192 16384, phone 256 512 1024'],
    ['numbers of the same shape', 'Mobile 4097 8192 163', 'Mobile [phone]'],
    ['a paragraph', 'section 01.42.03.44.05, and 01.02.03.04.05', 'section 01.42.03.44.05, and 01.02.03.04.05'],
    ['numbers of its shape', '01.42.03.44.05, tel 01.02.03.04.05', '[phone], tel [phone]'],
    ['a port behind a user', 'ssh://git@host:22/x@y', 'ssh://git@host:22/x@y'],
    ['a path that is copied', 'scp file1:path123@host.org', 'scp file1:path123@host.org'],
    ['a tag that is fetched', 'docker pull repo:tag12345@example.org', 'docker pull repo:tag12345@example.org'],
    [
      'a login that a container gets',
      'docker run -e LOGIN=app:tag12345@example.org x',
      'docker run -e LOGIN=app:[secret:url-credentials]@example.org x',
    ],
    ['a path behind options', 'rsync -a --delete src host1:path123@x.org', 'rsync -a --delete src host1:path123@x.org'],
    ['a login', 'ftp app:tag12345@example.org', 'ftp app:[secret:url-credentials]@example.org'],
    ['a name that only ends so', 'COMPAT=gnu99abcdef123456', 'COMPAT=gnu99abcdef123456'],
    ['a login of a path that is copied', 'scp ann:tag12345@example.org:/x .', 'scp ann:[secret:url-credentials]@example.org:/x .'],
    ['a login of a database driver', 'app:tag12345@tcp(db:3306)/x', 'app:[secret:url-credentials]@tcp(db:3306)/x'],
    ['a version of a file', 'see a:tag12345@main', 'see a:tag12345@main'],
    ['a card in four lines', 'card 4111\r\n1111\r\n1111\r\n1111.', 'card [card].'],
    ['a telephone number of a form', 'tel=%2B49+30+901820&x=1', 'tel=[phone]&x=1'],
    ['a sum', 'sum=+49+30+901820&x=1', 'sum=+49+30+901820&x=1'],
    ['a token in a quoted mail', `> ghp_${secret.slice(0, 18)}\n> ${secret.slice(18, 36)}\n> next`, '> [secret:github-token]\n> next'],
    ['pieces of a call', `add("ghp_${secret.slice(0, 18)}"); add("${secret.slice(18, 36)}"); end()`, 'add("[secret:github-token]"); end()'],
    [
      'pieces in a JSON array',
      `["ghp_${secret.slice(0, 18)}", "${secret.slice(18, 36)}", "next"]`,
      '["[secret:github-token]", "[secret:github-token]", "next"]',
    ],
    [
      'hashes after a prefix',
      'ghp_ is in 4f0ceb1, 929aa5b8 and 3f64d118d334cd33238aa9379ffa650fff8acfbf.',
      'ghp_ is in 4f0ceb1, 929aa5b8 and 3f64d118d334cd33238aa9379ffa650fff8acfbf.',
    ],
    [
      'hidden tags behind a sign',
      `so. ${[...`ghp_${secret}`].map((one) => String.fromCodePoint(0xe0000 + one.codePointAt(0)!)).join('')}!`,
      'so. [secret:github-token]!',
    ],
    ['invisible tags', `ghp_${secret.slice(0, 9)}\u{e0041}${secret.slice(9)} \u{e0041}x`, '[secret:github-token] \u{e0041}x'],
    ['what is sent after a prompt', 'expect "assword:" { send "first99xY\\r" }', 'expect "assword:" { send "[secret:password]" }'],
    ['what is beside a prompt in a string', '"puts(\\"Password: \\" + x + \\"!\\")"', '"puts(\\"Password: \\" + x + \\"!\\")"'],
    ['a value in the next line', 'password:\n  hunter2!xY\nname: x', 'password:\n  [secret:password]\nname: x'],
  ])('%s', (_, text, expected) => {
    expect(plainly(text)).toBe(expected)
  })

  test('equal values have equal fingerprints, however they are disguised', () => {
    const forms = [
      ['jane.doe@example.com', 'jane\u200b.doe\uff20example.com', 'jane dot doe at example dot com', 'jane.doe%40example.com'],
      ['4111 1111 1111 1111', '4111\u00a01111\u20111111\u20091111', '\uff14111111111111111'],
      [`ghp_${secret}`, `ghp_\u200b${secret}`, btoa(`ghp_${secret}`), `"ghp_${secret.slice(0, 20)}" + "${secret.slice(20)}"`],
    ]
    for (const same of forms) {
      const prints = same.map((one) => /:([0-9a-f]{8})\]/.exec(redactor.redact(`x ${one} y`).text)?.[1])
      expect([same[0], prints]).toEqual([same[0], same.map(() => prints[0])])
      expect(prints[0]).toMatch(/^[0-9a-f]{8}$/)
    }
  })

  test('where nothing is found, the text comes out as it went in', () => {
    const odd = 'ж\u200b\u00a0—\\u0041\\\\u00zz%4%zz&#;&nbsp\x1b[3\ud835\udfce\ud835。．＠'
    for (let seed = 0; seed < 400; seed++) {
      const draw = createDraw(seed)
      const text = draw(odd, 60)
      expect(redactor.redact(text).text).toBe(text)
    }
  })

  test.each([
    ['', '\u200b'],
    ['', 'a\u200b'],
    ['', '\\u0061'],
    ['', '\\'],
    ['', '&'],
    ['', '%4'],
    ['', '\u001b[1'],
    ['', 'ж'],
    ['', '\uff11'],
    ['', 'a dot '],
    ['', 'a at b dot '],
    ['', '$6$'],
    ['', 'ghp_aB3dE5g\n'],
    ['eyJ', '\\u0041'],
    ['eyJ', `A${'\u200b'.repeat(20)}`],
    ['eyJ', '\u001b[31mA'],
  ])('what is read past does not make a stream hold more than it says: %j, and %j again and again', (begin, piece) => {
    const stream = redactor.stream()
    let given = stream.push(begin).length
    let came = begin.length
    for (let i = 0; i < 12_000; i++) {
      came += piece.length
      given += stream.push(piece).length
      if (Object.keys(stream.counts()).length === 0) expect(came - given).toBeLessThanOrEqual(redactor.maxHeldChars + piece.length)
    }
  })
})
