import { isLoose, objectArguments, parseJson } from '@reason/wire-kit'

/** Returns arguments as the model wrote them if they are a JSON object. Many servers parse them, and fail on other values. */
export const parsableArguments = (text: string): string => (isLoose(parseJson(text)) ? text : objectArguments(text))
