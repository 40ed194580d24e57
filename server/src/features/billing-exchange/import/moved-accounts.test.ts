import { AccountNumber, PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { insertWebUser } from '../../../foundation/credentials/web-users.ts'
import { openAccounts, grantAccessToAll } from '../../../foundation/sessions/accounts.ts'
import { type SessionOwner, openSession } from '../../../foundation/sessions/session.ts'
import { accountRecords, extractText } from '../format/testing/extract.ts'
import { type TestImport, testImport } from './testing/import.ts'

const home = AccountNumber.parse('1000000001')
const moved = AccountNumber.parse('1000000002')

let ledger: TestImport
let maria: SessionOwner

/** Given two accounts of Maria, who is signed in; the second one goes to another customer in the next extract. */
beforeAll(async () => {
  ledger = await testImport()
  const { db } = ledger.database
  const secrets = { passwordHash: 'x', securityQuestionId: 1, answerHash: 'x' }
  const webUser = await insertWebUser(
    db,
    { personId: PersonId.parse(home), username: 'maria', ...secrets },
    systemClock.now(),
  )
  if (webUser === 'taken') throw new Error('The name is free')
  maria = { kind: 'customer', webUserId: webUser }
})
beforeEach(async () => {
  await ledger.importing(extractText(accountsOf('1000000001'), { runId: 'DAY-1' }), { force: true })
})
afterAll(() => ledger.drop())

/** Both accounts, of which the second belongs to this person. */
function accountsOf(person: string): string[] {
  const second = accountRecords(moved).map((line) =>
    line.startsWith('0032') ? line.replace(`0032|${moved}|${moved}|`, `0032|${moved}|${person}|`) : line,
  )
  return [...accountRecords(home), ...second]
}

/** The accounts that are open to a session after the next night's extract. */
async function openAfterNextNight(owner: SessionOwner, person: string) {
  const { db } = ledger.database
  const { id } = await openSession({ db, clock: systemClock }, owner)
  await db.transaction().execute(async (tx) => await grantAccessToAll(tx, id, [home, moved], systemClock.now()))
  const next = { runId: `NIGHT-${id}`, extractedAt: '2026-02-02T12:00:00.000Z' }
  expect(await ledger.importing(extractText(accountsOf(person), next))).toMatchObject({ outcome: 'imported' })
  return (await openAccounts(db, id)).toSorted()
}

test('an account that now belongs to another customer is closed to the earlier one, who is still signed in', async () => {
  expect(await openAfterNextNight(maria, '1000000002')).toEqual([home])
})

test('accounts that stay with their customer stay open', async () => {
  expect(await openAfterNextNight(maria, '1000000001')).toEqual([home, moved])
})

test('a guest, who has proven to know the zip code, can still finish a payment', async () => {
  expect(await openAfterNextNight({ kind: 'guest' }, '1000000002')).toEqual([home, moved])
})
