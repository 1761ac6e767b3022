/**
 * Bytes of a body that are no media in base64, at most. The longest contexts of models take some 4 MB of text. What is longer cannot be read and written in
 * steps that others do not notice: an operator allows it with a larger limit of bodies.
 */
export const textLimit = (bodyLimit: number): number => Math.min(bodyLimit, Math.max(mostText, Math.floor(bodyLimit / 4)))

const mostText = 8_388_608
