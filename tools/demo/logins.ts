import { levelName, type AdminLevel } from '@portal/contract/admin-levels'
import { PersonId } from '@portal/contract/ids'
import { answerToCompare } from '@portal/contract/sign-in-texts'
import { type Clock, systemClock } from '@portal/server/clock.ts'
import { connect, type Db } from '@portal/server/database/connect.ts'
import { addUser, isTaken } from '@portal/server/features/admin-users/add-user.ts'
import { hashSecret } from '@portal/server/foundation/credentials/hashing.ts'
import { insertWebUser } from '@portal/server/foundation/credentials/web-users.ts'
import { sql } from 'kysely'
import { z } from 'zod'

export interface DemoCustomer {
  username: string
  password: string
  /** The answer to 'What was the name of your first pet?'. */
  answer: string
  /** How many accounts the customer has, and the number of the first, which the forgot flows ask for. */
  accounts: number
  firstAccount: string
}

/** Everybody knows it, so only `npm start` makes these customers. */
export const demoPassword = 'Hafa-Adai-1'
const petQuestion = 3
const petName = 'Tasi'

const wanted = [
  { username: 'demo.home', fewest: 1, most: 1 },
  { username: 'demo.family', fewest: 3, most: 5 },
  { username: 'demo.agency', fewest: 100, most: 100_000 },
] as const

/** Those enrolled at an earlier start stay. All have an email address on file, so that each forgot flow can be tried. */
export async function enrolDemoCustomers(databaseUrl: string, clock: Clock = systemClock): Promise<DemoCustomer[]> {
  const { db, close } = connect(databaseUrl, { connections: 2 })
  try {
    const known = await enrolledAlready(db)
    if (known.length < wanted.length)
      await enrolMissing(
        db,
        wanted.filter(({ username }) => known.every((one) => one.username !== username)),
        clock,
      )
    return (await enrolledAlready(db)).map((one) => ({ ...one, password: demoPassword, answer: petName }))
  } finally {
    await close()
  }
}

/** Those of the demo's life: further customers of one account each, with the demo's password. */
export async function enrolNeighbors(db: Db, names: readonly string[], clock: Clock): Promise<void> {
  await enrolMissing(
    db,
    names.map((username) => ({ username, fewest: 1, most: 1 })),
    clock,
  )
}

interface Wanted {
  username: string
  fewest: number
  most: number
}

async function enrolMissing(db: Db, people: readonly Wanted[], clock: Clock): Promise<void> {
  const [passwordHash, answerHash] = await Promise.all([hashSecret(demoPassword), hashSecret(answerToCompare(petName))])
  for (const { username, fewest, most } of people) {
    const personId = await findPersonWith(db, fewest, most)
    if (!personId) continue
    const user = { personId, username, passwordHash, securityQuestionId: petQuestion, answerHash }
    await insertWebUser(db, user, clock.now())
  }
}

const Found = z.object({ rows: z.array(z.object({ person_id: PersonId })) })

/** The first person, by number, who has this many accounts and an e-mail address and has not enrolled; a few can all be paid by card. */
async function findPersonWith(db: Db, fewest: number, most: number): Promise<PersonId | null> {
  const found = await sql`
    select person.person_id from cis.person
    join cis.account_person link on link.person_id = person.person_id and link.may_use_web
    where person.email_address is not null
      and not exists (select from web_user where web_user.person_id = person.person_id)
      and (${most} > 5 or not exists (select from cis.account_person own join cis.account using (account_id)
        where own.person_id = person.person_id and (is_cash_only or not exists (select from cis.service_agreement
          where service_agreement.account_id = account.account_id and status = '20'))))
    group by person.person_id
    having count(*) between ${fewest} and ${most}
    order by person.person_id limit 1`.execute(db)
  return Found.parse(found).rows[0]?.person_id ?? null
}

async function enrolledAlready(db: Db): Promise<Pick<DemoCustomer, 'username' | 'accounts' | 'firstAccount'>[]> {
  return await db
    .selectFrom('web_user')
    .innerJoin('cis.account_person as link', 'link.person_id', 'web_user.person_id')
    .select(({ fn }) => [
      'web_user.username',
      fn.countAll<number>().as('accounts'),
      fn.min<string>('link.account_id').as('firstAccount'),
    ])
    .where('web_user.username', '=', sql<string>`any(${wanted.map((one) => one.username)}::text[])`)
    .groupBy('web_user.username')
    .orderBy('accounts')
    .execute()
}

export interface DemoAdministrator {
  username: string
  password: string
  role: string
}

/** One of each level (A§6). */
const wantedAdministrators: readonly { username: string; level: AdminLevel }[] = [
  { username: 'demo.super', level: 1 },
  { username: 'demo.it', level: 2 },
  { username: 'demo.finance', level: 3 },
  { username: 'demo.phone', level: 4 },
  { username: 'demo.service', level: 5 },
  { username: 'demo.news', level: 6 },
]

/** Only for `npm start`: everybody knows the password. Those added at an earlier start stay as they are. */
export async function addDemoAdministrators(
  databaseUrl: string,
  clock: Clock = systemClock,
): Promise<DemoAdministrator[]> {
  const added: DemoAdministrator[] = []
  for (const { username, level } of wantedAdministrators)
    added.push(await addAdministrator(databaseUrl, username, level, clock))
  return added
}

/** Adds an administrator with the demo's password, unless the username exists. */
export async function addAdministrator(
  databaseUrl: string,
  username: string,
  level: AdminLevel,
  clock: Clock = systemClock,
): Promise<DemoAdministrator> {
  const { db, close } = connect(databaseUrl, { connections: 1 })
  const admin = { username, level, email: `${username}@example.com`, password: demoPassword, mustChangePassword: false }
  try {
    const origin = { clientAddress: '', requestId: 'demo' }
    if (!(await isTaken(db, username))) await addUser({ db, clock }, null, admin, origin)
  } finally {
    await close()
  }
  return { username, password: demoPassword, role: levelName(level) }
}
