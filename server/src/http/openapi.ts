import fastifySwagger from '@fastify/swagger'
import type { Access, Call, ProblemText } from '@portal/contract/call'
import { Problem, commonProblems } from '@portal/contract/problem'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

const openApiPath = '/api/openapi.json'

/** OpenAPI 3.1, of every route of the contract registered after it. */
export async function describeApi(app: FastifyInstance, title: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1.0.0',
        description: 'Refusals and failures are `application/problem+json` (RFC 9457) with a stable `type`.',
      },
    },
    transform: createJsonSchemaTransform({}),
  })
  let description: string | undefined
  app.get(openApiPath, { schema: { hide: true } }, async (_request, reply) => {
    description ??= JSON.stringify(app.swagger())
    return await reply.type('application/json; charset=utf-8').send(description)
  })
}

export function describeCall(call: Call): FastifySchema {
  const { summary, group, params, query, headers, body, reply } = call
  const fileType = call.isFrame ? 'text/html' : call.download
  return {
    summary,
    tags: [group],
    // A part that the contract does not have must be left out; it must not be undefined.
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(call.form && { consumes: ['multipart/form-data'] }),
    response: {
      200: fileType ? { description: 'A file', content: { [fileType]: { schema: reply } } } : reply,
      ...problemReplies(call),
    },
    ...extensionsOf(call),
  }
}

/** OpenAPI has no field for access and the maintenance switch. */
function extensionsOf(call: Call): Record<string, string> {
  return { 'x-access': accessText(call.access), ...(call.switch && { 'x-maintenance-switch': call.switch }) }
}

/** `admin 1, 2` for administrators of those levels. */
function accessText(access: Access): string {
  if (typeof access === 'string') return access
  if ('admin' in access) return `admin ${access.admin.join(', ')}`
  return `customer, admin ${access.customerOrAdmin.join(', ')}`
}

/** One for each status, with names and sentences. */
function problemReplies(call: Call): Record<number, object> {
  const byStatus = new Map<number, string[]>()
  for (const [name, { status, title }] of problemsOf(call)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${name}\`: ${title}`])
  }
  const replies = [...byStatus].map(([status, lines]): [number, object] => [
    status,
    { description: lines.join('\n\n'), content: { 'application/problem+json': { schema: Problem } } },
  ])
  return Object.fromEntries(replies)
}

function problemsOf(call: Call): [string, ProblemText][] {
  const impossible = [
    ...(call.method === 'GET' ? ['wrong-origin', 'too-large'] : []),
    ...(call.access === 'anyone' || call.access === 'guest' ? ['not-signed-in', 'not-allowed'] : []),
    ...(call.switch ? [] : ['maintenance']),
  ]
  const common = Object.entries(commonProblems).filter(([name]) => !impossible.includes(name))
  return [...common, ...Object.entries(call.problems)]
}
