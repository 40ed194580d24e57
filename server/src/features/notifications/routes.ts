import {
  chooseAmounts,
  chooseLanguage,
  chooseNotification,
  proveAddress,
  readNotifications,
  sendProof,
  sendTestMessage,
} from '@portal/contract/notifications'
import {
  StopToken,
  listSentNotifications,
  oneClickStopPath,
  readStop,
  stopNotifications,
} from '@portal/contract/sent-notifications'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../../foundation/sessions/accounts.ts'
import { customerRoute, publicRoute } from '../../http/route.ts'
import { confirmCode, reachedAt, secondsToNextCode, sendCode } from '../../messages/addresses/addresses.ts'
import { choose, chooseForAll, readChoices } from '../../messages/choices/choices.ts'
import { sendTest } from '../../messages/outbox/queue-notification.ts'
import { readSent } from '../../messages/views/sent.ts'
import { beginningOfAsked, isNeededOnPaperless } from '../../paperless/choose.ts'
import { sources } from '../../payments/notify.ts'
import { refuse, refuseCommonly } from '../../refusal.ts'
import { stopPage } from '../../wording/notification-fields.ts'
import { readStopAbout, stopByToken } from './stop-link.ts'

/** R42: what customers want to be told, and stopping it without signing in. */
export function notificationRoutes(app: FastifyInstance, deps: Deps, isStopped: () => Promise<boolean>): void {
  customerRoute(app, readNotifications, async ({ session }) => await readChoices(deps, session))

  customerRoute(app, chooseNotification, async ({ session, body, clientAddress, requestId }) => {
    await consume(deps, 'notificationChoicesPerCustomer', session.personId)
    const { accountId, isOn } = body
    if (isOn && (await reachedAt(deps, session, body.channel))?.state !== 'proven')
      throw refuse(chooseNotification, 'address-unproven')
    if (accountId !== 'all' && !(await hasAccess(deps.db, session.id, accountId)))
      throw refuse(chooseNotification, 'no-such-account')
    const accounts =
      accountId === 'all'
        ? (await deps.billing.accountsOfPerson(session.personId)).map((account) => account.accountId)
        : [accountId]
    if (accounts.length > 0) {
      const sparesStopped = accountId === 'all' && !body.evenStopped
      await choose(
        { ...deps, sources },
        session,
        { ...body, accounts, sparesStopped },
        { clientAddress, requestId },
        isNeededOnPaperless,
      )
    }
    return await readChoices(deps, session)
  })

  customerRoute(app, chooseAmounts, async ({ session, body, clientAddress, requestId }) => {
    await consume(deps, 'notificationChoicesPerCustomer', session.personId)
    await chooseForAll(deps, session, body, { clientAddress, requestId })
    return await readChoices(deps, session)
  })

  customerRoute(app, chooseLanguage, async ({ session, body: { language }, clientAddress, requestId }) => {
    const { locale, translations } = deps.profile
    if (language !== locale && !translations.has(language)) throw refuse(chooseLanguage, 'no-such-language')
    await consume(deps, 'notificationChoicesPerCustomer', session.personId)
    const chosen = { language: language === locale ? null : language }
    await chooseForAll(deps, session, chosen, { clientAddress, requestId })
    return await readChoices(deps, session)
  })

  customerRoute(app, sendTestMessage, async ({ session, body: { channel } }) => {
    if (channel === 'text' && !deps.texts) throw refuseCommonly('not-found')
    await consume(deps, 'testMessagesPerCustomer', session.personId)
    const reached = await reachedAt(deps, session, channel)
    if (reached?.state !== 'proven') throw refuse(sendTestMessage, 'address-unproven')
    const [account] = await deps.billing.accountsOfPerson(session.personId)
    if (!account) throw refuse(sendTestMessage, 'no-account')
    if (await isStopped()) throw refuse(sendTestMessage, 'switched-off')
    await sendTest(deps, session, channel, account.accountId)
    return { address: reached.address }
  })

  customerRoute(app, sendProof, async ({ session, body }) => {
    if (body.channel === 'text' && !deps.texts) throw refuseCommonly('not-found')
    const retryAfterSeconds = await secondsToNextCode(deps, session, body)
    if (retryAfterSeconds > 0) throw refuseCommonly('too-many-tries', { retryAfterSeconds })
    const sent = await sendCode(deps, session, body)
    if (sent.outcome === 'sent') return { address: sent.address }
    throw refuse(sendProof, whyNoCode[sent.outcome])
  })

  customerRoute(app, proveAddress, async ({ session, body, clientAddress }) => {
    await consume(deps, 'proofsPerCustomer', session.personId)
    const begin =
      body.channel === 'email' ? await beginningOfAsked({ ...deps, sources }, session, clientAddress) : undefined
    const result = await confirmCode(deps, session, body, begin)
    if (result !== 'proven') throw refuse(proveAddress, result === 'wrong' ? 'wrong-code' : 'code-expired')
    return await readChoices(deps, session)
  })

  customerRoute(app, listSentNotifications, async ({ session, query }) => {
    return await readSent(deps.db, session.webUserId, { before: query.before, now: deps.clock.now() })
  })
  stopRoutes(app, deps)
}

/** By the token of a message, without a login. */
function stopRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, readStop, async ({ body, clientAddress }) => {
    const about = await readStopAbout(deps, body.token)
    if (about !== 'unknown') return { about }
    await consume(deps, 'wrongStopLinksPerAddress', clientAddress)
    throw refuse(readStop, 'link-unknown')
  })
  publicRoute(app, stopNotifications, async ({ body, clientAddress, requestId }) => {
    if (!(await isStoppedBy(deps, body.token, { clientAddress, requestId })))
      throw refuse(stopNotifications, 'link-unknown')
    return { stopped: true } as const
  })
  oneClickStop(app, deps)
}

const whyNoCode = {
  noAddress: 'no-address',
  notMobile: 'not-mobile',
  refused: 'number-refused',
  down: 'texts-down',
} as const

/** Only wrong tokens are counted: a mail provider presses for many people from one address. */
async function isStoppedBy(deps: Deps, token: string, origin: AuditOrigin): Promise<boolean> {
  if (await stopByToken(deps, token, origin)) return true
  await consume(deps, 'wrongStopLinksPerAddress', origin.clientAddress)
  return false
}

/** For mail programs: no cookie, any body and origin, the same answer however often (RFC 8058). */
function oneClickStop(app: FastifyInstance, deps: Deps): void {
  if (!app.serves.has('general')) return
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null, null))
    const options = { schema: { hide: true }, config: { provesItself: true } } as const
    scope.post(oneClickStopPath, options, async ({ clientAddress, id: requestId, query }) => {
      const { data: asked } = StopToken.safeParse(query)
      if (!asked || !(await isStoppedBy(deps, asked.token, { clientAddress, requestId })))
        throw refuseCommonly('not-found')
      return { stopped: true }
    })
    // People open it, too. Programs that scan mail open every link, so that stops nothing.
    scope.get(oneClickStopPath, { schema: { hide: true } }, async ({ query }, reply) => {
      const { data: asked } = StopToken.safeParse(query)
      return await reply.redirect(stopPage(deps.config.PUBLIC_URL, encodeURIComponent(asked?.token ?? '')))
    })
  })
}
