import { inputError } from '../cli-error.ts'
import { inputName, readText } from '../input.ts'

/**
 * Reads the body of a request.
 * @throws {CliError} If it is not a JSON object.
 */
export async function readRequestBody(file: string | undefined): Promise<Record<string, unknown>> {
  const body = parse(await readText(file), inputName(file))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw inputError(`${inputName(file)} is no body of a request: that is a JSON object, such as {"messages": […]}.`)
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw inputError(`${name} is not one JSON document: ${(cause as Error).message}. Give it the body of a request, as it was sent.`, {
      cause,
    })
  }
}
