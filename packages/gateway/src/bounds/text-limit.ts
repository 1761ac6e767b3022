/**
 * Most bytes of a body outside of base64 media. The longest contexts of models take some 4 MB of text. A longer text cannot be read and
 * written without delaying other requests. Operators can allow it with a larger body limit.
 */
export const textLimit = (bodyLimit: number): number => Math.min(bodyLimit, Math.max(mostText, Math.floor(bodyLimit / 4)))

const mostText = 8_388_608
