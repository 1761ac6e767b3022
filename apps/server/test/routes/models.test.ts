import { expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'

it('one model is found by its name, slashes and all', async () => {
  const { client, url } = await startGateway()
  expect(await client.models.retrieve('embedded/qwen3-tags')).toMatchObject({ id: 'embedded/qwen3-tags', object: 'model' })
  expect(await (await fetch(`${url}/v1/models/embedded/qwen3-tags`)).json()).toMatchObject({ id: 'embedded/qwen3-tags' })
  await expect(client.models.retrieve('nobody')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    message: expect.stringContaining('has no model "nobody"') as string,
  })
})

it('a list in other words has models, too', async () => {
  const { origin } = await rememberingUpstream({ type: 'application/json', body: '{"models":[{"model":"qwen3:8b"}]}' })
  const { client } = await startGateway('--upstream', origin, '--upstream-format', 'ollama')
  expect(await client.models.retrieve('qwen3:8b')).toMatchObject({ id: 'qwen3:8b', object: 'model' })
})
