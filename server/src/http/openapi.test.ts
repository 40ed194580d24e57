import type { Access, Call } from '@portal/contract/call'
import { allCalls } from '@portal/contract/testing/all-calls'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from './testing/app.ts'

const Operation = z.object({
  summary: z.string(),
  tags: z.array(z.string()),
  'x-access': z.string(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const Description = z.object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), Operation)) })

let portal: TestApp
let text: string
beforeAll(async () => {
  portal = await testApp()
  text = (await portal.app.inject('/api/openapi.json')).body
})
afterAll(() => portal.close())

test('the API description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(z.record(z.string(), z.unknown()).parse(JSON.parse(text)))
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

describe.each(Object.entries(allCalls))('%s', (_, call: Call) => {
  test('is served and described with its group, its access and every refusal', () => {
    const { paths } = Description.parse(JSON.parse(text))
    const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    const { summary, group, access } = call
    expect(operation).toMatchObject({ summary, tags: [group], 'x-access': whoMayCall(access) })
    for (const [name, { status, title }] of Object.entries(call.problems)) {
      expect(operation?.responses[status]?.description).toContain(`\`${name}\`: ${title}`)
    }
  })
})

test.each([
  ['not-signed-in', ({ access }: Call) => access !== 'anyone' && access !== 'guest'],
  ['maintenance', (call: Call) => call.switch !== undefined],
  ['wrong-origin', ({ method }: Call) => method !== 'GET'],
])('every call that can answer `%s` is described with it, and no other', (name, canAnswer) => {
  const { paths } = Description.parse(JSON.parse(text))
  for (const call of Object.values<Call>(allCalls)) {
    const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    const described = Object.values(operation?.responses ?? {}).map(({ description }) => description)
    expect([call.path, described.some((reply) => reply.includes(`\`${name}\``))]).toEqual([call.path, canAnswer(call)])
  }
})

test('is made once, because making a megabyte for every request would hold up everybody else', async () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  const { body, headers } = await portal.app.inject('/api/openapi.json')
  const made = stringify.mock.results.filter(({ value }) => value === text)
  stringify.mockRestore()
  expect(made).toEqual([])
  expect([body, headers['content-type']]).toEqual([text, 'application/json; charset=utf-8'])
})

test('nothing else is described: pages, health and metrics are not calls', () => {
  const { paths } = Description.parse(JSON.parse(text))
  const described = Object.values(paths).flatMap((path) => Object.keys(path))
  expect(described).toHaveLength(Object.keys(allCalls).length)
})

function whoMayCall(access: Access): string {
  if (typeof access === 'string') return access
  return 'admin' in access ? `admin ${access.admin.join(', ')}` : `customer, admin ${access.customerOrAdmin.join(', ')}`
}
