/** The `id` of this wire format, on native parts and seals. */
export const WIRE = 'openai-chat'
