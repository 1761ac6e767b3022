import { damagedTokenAt } from './damaged-tokens.ts'
import { tokenAt } from './tokens.ts'

/** Finds the next structural token in a complete text, including damaged ones. */
function nextToken(text: string, from: number): { at: number; end: number } | undefined {
  for (let at = text.indexOf('<|', from); at !== -1; at = text.indexOf('<|', at + 2)) {
    const hit = tokenAt(text, at)
    if (hit !== undefined && hit !== 'partial') return { at, end: at + hit.text.length }
    const damaged = damagedTokenAt(text, at, true)
    if (damaged !== undefined && damaged !== 'partial') return damaged
  }
  return undefined
}

/** Whether a text contains a structural token. */
export const hasToken = (text: string): boolean => nextToken(text, 0) !== undefined

/** Replaces every structural token by a space. Without the space, the text around it could become a token: `<|st<|end|>art|>`. */
export function blankTokens(text: string): string {
  let blanked = ''
  let from = 0
  for (let hit = nextToken(text, 0); hit !== undefined; hit = nextToken(text, from)) {
    blanked += `${text.slice(from, hit.at)} `
    from = hit.end
  }
  return blanked + text.slice(from)
}
