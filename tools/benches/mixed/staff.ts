import { searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { searchTransactions } from '@portal/contract/reports'
import { systemClock } from '@portal/server/clock.ts'
import type { Db } from '@portal/server/database/connect.ts'
import { openSession } from '@portal/server/foundation/sessions/session.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { accountOf, commonBeginning } from '../reports/payments.ts'
import { numberOf } from './numbers.ts'
import { type Site, Visitor } from './visitor.ts'

/** The utility's staff. Their number does not grow with the number of visitors. */
interface Staff {
  /** Somebody from finance searches the payments. */
  search(nth: number): Promise<unknown>
  /** A clerk looks up the account of somebody on the phone. */
  lookUp(account: number): Promise<unknown>
  goHome(): void
}

/** Several, because each clerk may make only so many look-ups. */
const clerks = 8

/**
 * Signs them in.
 * @param first the number of the first of their browsers
 */
export async function startStaff(db: Db, site: Site, first: number): Promise<Staff> {
  const signIn = async (level: 3 | 5, nth: number): Promise<Visitor> => {
    const adminUserId = await administrator(db, `mixed-load-${nth}`, level)
    const { token } = await openSession({ db, clock: systemClock }, { kind: 'admin', adminUserId })
    return new Visitor(site, first + nth, { '__Host-portal-admin': token })
  }
  const finance = await signIn(3, 0)
  const desks: Visitor[] = []
  for (let nth = 1; nth <= clerks; nth++) desks.push(await signIn(5, nth))
  let taken = 0
  return {
    search: (nth) => {
      const body = questions[nth % questions.length]?.(nth)
      return finance.ask('reports', { method: 'POST', path: searchTransactions.path, body, holds: '"list":[{' })
    },
    lookUp: (account) => {
      const asked = { method: 'POST', path: searchPhonedInAccounts.path, holds: '"Success"' } as const
      const clerk = desks[taken++ % desks.length] ?? finance
      return clerk.ask('phoned-in look-up', { ...asked, body: { accountIds: [numberOf(account)] } })
    },
    goHome() {
      for (const person of [finance, ...desks]) person.leave()
    },
  }
}

const Ids = z.tuple([z.object({ id: z.number() })])

/**
 * Creates the administrator, unless an earlier run has.
 * @returns the id
 */
async function administrator(db: Db, username: string, level: number): Promise<number> {
  const { rows } = await sql`
    insert into admin_user (username, email, level, password_hash, created_at, password_changed_at)
    values (${username}, 'staff@utility.example', ${level}::smallint, 'nobody gets in with this', now(), now())
    on conflict (lower(username)) do update set signed_in_at = now() returning id`.execute(db)
  return Ids.parse(rows)[0].id
}

const questions: ((nth: number) => object)[] = [
  () => ({}),
  (nth) => ({ pay_date_start: `03/${(nth % 28) + 1}/2024`, pay_date_end: `03/${(nth % 28) + 1}/2024` }),
  (nth) => ({ accountId: accountOf(1 + nth) }),
  () => ({ username: commonBeginning }),
  () => ({ credit_card: 'Discover' }),
]
