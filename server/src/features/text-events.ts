import { largestTextEvent, textEventsPath } from '@portal/contract/text-messages'
import type { FastifyInstance } from 'fastify'
import type { TextEvent, TextMessages } from '../adapters/text-messages/port.ts'
import type { Deps } from '../deps.ts'
import { hasAttemptLeft } from '../foundation/rate-limits/rate-limits.ts'
import { startByReply, stopNumber } from '../messages/addresses/stops.ts'
import { keepReply, mayAnswer, recordReport } from '../messages/reports/text-reports.ts'
import { refuseCommonly } from '../refusal.ts'
import { helpText, startedText, stoppedText, unreadText } from '../wording/reply-texts.ts'

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

type Reply = Extract<TextEvent, { outcome: 'reply' }>

/** Stops and starts before anything is answered, and keeps for staff what says more than that. */
async function actOnReply(deps: Deps, texts: TextMessages, reply: Reply): Promise<void> {
  const { db, clock } = deps
  const { id, from, word, saysMore } = reply
  if (word === 'stop') await stopNumber(db, from, 'stop', clock.now())
  if (
    saysMore &&
    !((await hasAttemptLeft(deps, 'repliesPerNumber', from)) && (await keepReply(db, reply, clock.now())))
  )
    return
  const answer = await answerTo(deps, reply)
  if (answer === null) return
  const sent = await texts.send({ to: from, body: answer, reference: `reply_${id}`.slice(0, 64), goodForSeconds: 300 })
  if (sent.outcome !== 'accepted') deps.log.warn({ word, outcome: sent.outcome }, 'A reply to a text was not answered')
}

/** Null where the provider has said it by itself, and where this number was told today. */
async function answerTo(
  { db, clock, profile, config }: Deps,
  { from, word, isAnswered }: Reply,
): Promise<string | null> {
  // What the provider says by itself after START does not say what to do.
  if (word === 'start') return startedText(profile, config, await startByReply(db, from))
  if (word === 'other') return (await mayAnswer(db, from, clock.now())) ? unreadText(profile) : null
  if (isAnswered) return null
  return word === 'stop' ? stoppedText(profile) : helpText(profile)
}
