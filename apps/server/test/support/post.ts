export const postJson = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Posts JSON. @returns The JSON of the response. */
export async function post(url: string, body: object): Promise<Record<string, unknown>> {
  return (await (await postJson(url, body)).json()) as Record<string, unknown>
}
