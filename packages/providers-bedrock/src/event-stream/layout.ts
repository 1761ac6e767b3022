/** Size of the prelude: length of the frame, length of its headers, checksum of the two, 32 bits each. */
export const PRELUDE_BYTES = 12

/** Size of the checksum at the end of a frame, over everything before it. */
export const CHECKSUM_BYTES = 4
