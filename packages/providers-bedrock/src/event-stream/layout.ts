/** Length of the frame, length of its headers, checksum of the two: 32 bits each. */
export const PRELUDE_BYTES = 12

/** Of everything before it, at the end of a frame. */
export const CHECKSUM_BYTES = 4
