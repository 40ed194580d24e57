import { type MobileNumber, type ReplyWord, largestTextEvent, textEventsPath } from '@portal/contract/text-messages'
import type { FastifyInstance } from 'fastify'
import type { TextMessages } from '../adapters/text-messages/port.ts'
import type { Deps } from '../deps.ts'
import { recordReport, startByReply, stopNumber } from '../notifications/text-events.ts'
import { helpText, startedText, stoppedText } from '../notifications/texts.ts'
import { refuseCommonly } from '../refusal.ts'

/** Takes what the provider of texts tells: signed, so without a session. Repeats and disorder change nothing. */
export function textEventRoute(app: FastifyInstance, deps: Deps): void {
  const { texts, clock } = deps
  if (!texts || !app.serves.has('general')) return
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: largestTextEvent } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    scope.post(textEventsPath, { schema: { hide: true }, config: { provesItself: true } }, async (request, reply) => {
      const params = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : ''))
      const told = texts.read({ url: request.url, headers: request.headers, params })
      if (told.outcome === 'refused') {
        request.log.warn({ reason: told.reason }, 'A text event was refused')
        throw refuseCommonly('not-allowed')
      }
      if (told.outcome === 'report') await recordReport(deps, told.reference, told, clock.now())
      if (told.outcome === 'reply') await actOnReply(deps, texts, told)
      return await reply.type(texts.receipt.type).send(texts.receipt.body)
    })
  })
}

interface Reply {
  id: string
  from: MobileNumber
  word: ReplyWord
  isAnswered: boolean
}

/** Stops and starts before anything is answered, and answers only what the provider has not answered by itself. */
async function actOnReply(deps: Deps, texts: TextMessages, { id, from, word, isAnswered }: Reply): Promise<void> {
  const { db, clock, profile } = deps
  if (word === 'other') return
  if (word === 'stop') await stopNumber(db, from, 'stop', clock.now())
  if (word === 'start') await startByReply(db, from)
  if (isAnswered) return
  const answer = { stop: stoppedText, start: startedText, help: helpText }[word](profile)
  const sent = await texts.send({ to: from, body: answer, reference: `reply_${id}`.slice(0, 64), goodForSeconds: 300 })
  if (sent.outcome !== 'accepted') deps.log.warn({ word, outcome: sent.outcome }, 'A reply to a text was not answered')
}
