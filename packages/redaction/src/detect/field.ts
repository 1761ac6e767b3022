import { characterSet } from '../characters.ts'
import { isPasswordLike, isUnnamedSecret } from '../values.ts'
import { ahead, codeAt, secretValue, type Detected, type Window } from '../window.ts'

const secretField = String.raw`[^"'\\\n]{0,60}(?:pass(?:word|wd|phrase|code|wort)|pwd|secret|token|key)[^"'\\\n]{0,24}`
const typing = /\.(?:fill|type|send_keys|sendKeys|setValue|pressSequentially|press_sequentially|typeText|input)$/
const chosen = new RegExp(String.raw`["'\`]${secretField}["'\`]\]?\)\.\w{4,20}$`, 'i')
const given = new RegExp(String.raw`\.(?:fill|type|send_keys|setValue|typeText)\(\\{0,3}["']${secretField}\\{0,3}["']$`, 'i')

/** End of a call's argument: its line or parenthesis. */
const handedOver = characterSet(')\n')
const space = 32

/** Detects a password that a test or agent types into a field: `getByLabel('Password').fill('…')`. The parenthesis is at `at`. */
export function detectTyped(window: Window, at: number): Detected {
  const { text } = window
  if (!typing.test(text.slice(Math.max(0, at - 20), at)) || !chosen.test(text.slice(Math.max(0, at - 130), at))) return undefined
  return quoted(window, at + 1)
}

/** Detects a typed password after its selector: `fill("#password", "…")`. The comma is at `at`. */
export function detectFilled(window: Window, at: number): Detected {
  const { text } = window
  if (!/d|e|t|\]/i.test(text.slice(at - 3, at)) || !given.test(text.slice(Math.max(0, at - 130), at))) return undefined
  return quoted(window, at + (codeAt(window, at + 1) === space ? 2 : 1))
}

function quoted(window: Window, from: number): Detected {
  const found = /^\\{0,3}(["'`])([^"'`\\\n)]{4,80})\\{0,3}\1/.exec(ahead(window, from, 90, handedOver))
  if (found === null || !(isPasswordLike(found[2]!) || isUnnamedSecret(found[2]!))) return undefined
  return secretValue(from + found[0].indexOf(found[2]!), found[2]!, 'password')
}
