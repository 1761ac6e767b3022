/** Posts JSON. @returns The JSON of the response. */
export async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, unknown>
}
