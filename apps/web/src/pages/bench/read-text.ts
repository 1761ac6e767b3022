/** So much of a file shows whether it is text. */
const headBytes = 8192

/** Byte order marks of what is not UTF-8: PowerShell writes what it is piped so. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** The text of a file. Undefined: it is none (a zero byte shows it), and was not read as a whole. */
export async function readText(file: Blob): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (mark === undefined) return head.includes(0) ? undefined : file.text()
  return new TextDecoder(mark.encoding).decode(await file.arrayBuffer())
}
