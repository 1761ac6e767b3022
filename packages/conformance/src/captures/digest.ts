import type { ExpectedText } from './capture.ts'

/** SHA-256 of the UTF-8 bytes, in hex. Uses Web Crypto, which every runtime has. */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Length in code points, as in the indexes. */
export const codePoints = (text: string): number => [...text].length

export async function isText(expected: ExpectedText, actual: string): Promise<boolean> {
  return typeof expected === 'string' ? expected === actual : expected.sha256 === (await sha256(actual))
}

export const describeText = (expected: ExpectedText): string =>
  typeof expected === 'string' ? JSON.stringify(expected) : `${expected.chars} characters with SHA-256 ${expected.sha256.slice(0, 12)}…`
