/**
 * Replaces control characters by visible symbols (`␛`). In a terminal, control sequences of a model could move the cursor, rename the window or overwrite
 * earlier lines. Line feeds and tabs stay.
 */
export const safeText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  text.replace(/\r\n|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, (control) => (control === '\r\n' ? '\n' : visible(control.charCodeAt(0))))

/** Makes a text of a client or upstream safe to print on one line. */
export const safeLine = (text: string): string => safeText(text).replaceAll('\n', ' ')

function visible(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\uFFFD'
}
