import { checkAccountNumber, listSecurityQuestions, signUpUser, validateZip } from '@portal/contract/sign-up'
import type { z } from 'zod'
import type { Account } from './accounts.ts'

/** A customer of the demo utility who has enrolled, with what they know. */
export interface Customer {
  /** The portal at which they enrolled. */
  url: string
  account: Account
  username: string
  password: string
  /** As it is shown. */
  question: string
  answer: string
}

const password = 'rain-on-tin-9'
const answer = 'Snowy the 2nd'

/** With an email address on file, by the calls that the wizard makes. */
export async function enrolCustomer(
  { url, callUrl }: { url: string; callUrl: string },
  account: Account,
): Promise<Customer> {
  const ask = browserAt(callUrl, account)
  const found = await ask(checkAccountNumber, { accountId: account.number, division: 'GWA' })
  if (found.status !== 'False') throw new Error(`${account.number} cannot enroll: ${found.description}`)
  const records = Array.isArray(found.data) ? found.data : [found.data]
  const main = records.find((record) => record.accountRelationshipType === 'MAIN')
  const proven = await ask(validateZip, { accountId: account.number, postal: account.zip })
  const { result: questions } = await ask(listSecurityQuestions)
  const [question] = questions
  if (proven.result.status !== 'Success' || !main?.personId || !question) throw new Error('Enrolling went wrong')
  const username = `signs.in.${account.number}`
  const enrolled = await ask(signUpUser, {
    personId: main.personId,
    username,
    password,
    email_address: account.email,
    security_question_val: question.characteristicValue,
    security_answer: answer,
    home_number: '671-555-0123',
  })
  if (enrolled.result.status !== 'True') throw new Error(`Enrolling was refused: ${enrolled.result.description}`)
  return { url, account, username, password, question: question.description, answer }
}

interface Called<Reply extends z.ZodType> {
  method: 'GET' | 'POST'
  path: string
  reply: Reply
}

/** With the cookies of one browser, from its own address. */
function browserAt(url: string, account: Account) {
  let cookie = ''
  const from = `10.255.${account.number.slice(-4, -2)}.${account.number.slice(-2)}`.replaceAll(/\.0(\d)/g, '.$1')
  return async <Reply extends z.ZodType>(call: Called<Reply>, body?: object): Promise<z.output<Reply>> => {
    const reply = await fetch(url + call.path, {
      method: call.method,
      headers: { cookie, origin: url, 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const given = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    if (given.length > 0) cookie = given.join('; ')
    if (!reply.ok) throw new Error(`${call.path} answered ${reply.status}: ${await reply.text()}`)
    return call.reply.parse(await reply.json())
  }
}
