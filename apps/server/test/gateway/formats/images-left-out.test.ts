import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'

const url = 'data:image/png;base64,iVBORw0KGgo='
const answer = completion({ content: 'Here.', images: [{ type: 'image_url', image_url: { url } }] })

it.each([
  ['full', [{ url }], undefined],
  ['none', [{}], [{ code: 'image-left-out', message: expect.stringContaining('visibility full') as string }]],
] as const)('an image is said to be left out where a client gets none, at %s', async (visibility, images, warnings) => {
  const { origin } = await rememberingUpstream({ type: 'application/json', body: answer })
  const { chat } = await startGateway('--upstream', origin, '--visibility', visibility)
  const { choices, reason } = (await (await chat({ model: 'm', messages: question })).json()) as {
    choices: [{ message: { images: { image_url: object }[] } }]
    reason?: { warnings: object[] }
  }
  expect(choices[0].message.images.map(({ image_url: image }) => image)).toEqual(images)
  expect(reason?.warnings).toEqual(warnings)
})
