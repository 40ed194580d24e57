import { choosePaperless, readPaperless } from '@portal/contract/paperless'
import {
  type PaperlessTrouble,
  listPaperlessTrouble,
  paperlessTroublePageSize,
  returnToPaper,
} from '@portal/contract/paperless-trouble'
import { maskEmail } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { actorOf } from '../foundation/audit.ts'
import { deliverChangesOf } from '../foundation/contact-changes/delivery.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../foundation/sessions/accounts.ts'
import { adminRoute, customerRoute } from '../http/route.ts'
import { secondsToNextCode, sendCode } from '../messages/addresses/addresses.ts'
import { endPaperless, goBackToPaper, goPaperless } from '../paperless/choose.ts'
import { readPaperlessOf } from '../paperless/view.ts'
import { sources } from '../payments/notify.ts'
import { refuse } from '../refusal.ts'

/** R43: bills by email instead of paper, and the customers whom these emails do not reach. */
export function paperlessRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, readPaperless, async ({ session }) => await readPaperlessOf(deps, session))

  customerRoute(app, choosePaperless, async ({ session, body, clientAddress, requestId }) => {
    await consume(deps, 'notificationChoicesPerCustomer', session.personId)
    const { accountId, isOn } = body
    const origin = { clientAddress, requestId }
    if (accountId !== 'all' && !(await hasAccess(deps.db, session.id, accountId)))
      throw refuse(choosePaperless, 'no-such-account')
    const accounts =
      accountId === 'all'
        ? (await deps.billing.accountsOfPerson(session.personId)).map((account) => account.accountId)
        : [accountId]
    if (accounts.length === 0) return await readPaperlessOf(deps, session)
    if (isOn) {
      const outcome = await goPaperless({ ...deps, sources }, session, accounts, origin)
      if (outcome === 'noAddress') throw refuse(choosePaperless, 'no-address')
      const to = { channel: 'email' } as const
      if (outcome === 'unproven' && (await secondsToNextCode(deps, session, to)) === 0)
        await sendCode(deps, session, to)
    } else await goBackToPaper(deps, session, accounts, origin)
    await deliverChangesOf(deps, session.personId)
    return await readPaperlessOf(deps, session)
  })

  adminRoute(app, listPaperlessTrouble, async ({ query }) => await listTrouble(deps.db, query.after))

  adminRoute(app, returnToPaper, async ({ session, params, clientAddress, requestId }) => {
    const origin = { clientAddress, requestId }
    const ending = { why: 'emails', actor: actorOf(session), origin } as const
    const isOver = await deps.db.transaction().execute(async (tx) => await endPaperless(tx, deps, params.id, ending))
    if (!isOver) throw refuse(returnToPaper, 'already-resolved')
    return { returned: true as const }
  })
}

/** The oldest choices first. */
async function listTrouble(db: Db, after: number): Promise<{ found: PaperlessTrouble[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('paperless_choice')
    .innerJoin('web_user', 'web_user.id', 'web_user_id')
    .select(['paperless_choice.id', 'account_id', 'person_id', 'address', 'trouble', 'trouble_since'])
    .where('trouble', 'is not', null)
    .where('paperless_choice.id', '>', after)
    .orderBy('paperless_choice.id')
    .limit(paperlessTroublePageSize + 1)
    .execute()
  return {
    found: rows.slice(0, paperlessTroublePageSize).flatMap(({ id, trouble, trouble_since: since, ...row }) => {
      if (trouble === null || since === null) return []
      const address = row.address === null ? '' : maskEmail(row.address)
      return [{ id, accountId: row.account_id, personId: row.person_id, address, reason: trouble, since }]
    }),
    hasMore: rows.length > paperlessTroublePageSize,
  }
}
