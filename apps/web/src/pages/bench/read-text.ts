/** Size of the head that shows whether a file is text, in bytes. */
const headBytes = 8192

/** Byte order marks of UTF-16, which PowerShell writes into piped files. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Text of a file. Undefined for a binary file, recognised by a zero byte in its head without reading the rest. */
export async function readText(file: Blob): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (mark === undefined) return head.includes(0) ? undefined : file.text()
  return new TextDecoder(mark.encoding).decode(await file.arrayBuffer())
}
