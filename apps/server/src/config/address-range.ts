import { isIP } from 'node:net'
import * as z from 'zod'

/** An address or a range: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. The range `/0` is rejected, because every client could then fake its address. */
export const addressRange = () =>
  z.string('must be text').refine(isAddressRange, 'must be an address or a range of addresses, like 10.0.0.1 or 10.0.0.0/8')

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}
