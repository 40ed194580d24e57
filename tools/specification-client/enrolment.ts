import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import type { Customer, Known } from './known.ts'
import { resultStatus } from './words.ts'

const Address = z.object({
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
  country: z.string(),
})

/** An account lookup result's record (C§3). `personId` is the handle of the enrolment that calls after it name (R8). */
const Relationship = z.object({
  accountRelationshipType: z.string(),
  billAddressSource: z.literal(['PER', 'PREM', 'ACOV', 'N/A']).nullable(),
  personId: z.string().nullable(),
  personAddressOverride: Address.nullable(),
})
type Relationship = z.infer<typeof Relationship>

const LookUp = z.object({
  status: z.literal('False', { error: 'This account has enrolled already: name one that has not.' }),
  description: z.string(),
  data: z.union([Relationship, z.array(Relationship)]),
})

const Question = z.object({ description: z.string(), characteristicValue: z.string() })

/** Phone types read (C§9), each with number and sequence (C§3). */
const ContactNumber = z.object({
  type: z.literal(['MOBILE', 'HOME-PHONE', 'BUSN-PHONE']),
  number: z.string(),
  sequence: z.number(),
})

const Details = z.object({
  customerDetails: z.object({
    personId: z.string(),
    fullName: z.string(),
    emailAddress: z.string(),
    address: Address.extend({ postal: z.string().regex(/^[^-]*$/, 'trimmed before a hyphen') }),
  }),
  contactNumbers: z.array(ContactNumber),
  securityQuestions: z.array(Question),
})

/** The three steps of /sign-up (C§2.3, C§4): account number, zip code, login details. @returns whom it enrolled. */
export async function enrol(browser: Browser, { customer, division }: Known): Promise<Customer> {
  const { accountId } = customer
  const found = await browser.post('C§7', '/api/v1/check-account-number', { accountId, division }, LookUp)
  const main = mainOf(found.data)
  await readDetails(browser, main)
  // C§4: a premise's address is asked for when that is where the bills go; the call is there for every account.
  const Premise = z.object({ PremiseInfo: z.string(), Name: z.string() })
  await browser.post('C§7', '/api/v1/premise-info', { accountId }, Premise)

  // C§7 leaves the path of the zip validation open; R10 names it.
  const Proven = z.object({ result: z.object({ status: z.literal('Success'), details: z.unknown() }) })
  await browser.post('C§7', '/api/v1/validate-zip', { accountId, postal: customer.zip }, Proven)
  const { customerDetails, contactNumbers } = await readDetails(browser, main)
  return await submitLoginDetails(browser, { personId: main.personId, customerDetails, contactNumbers })
}

/** The MAIN record is used whether data is a list or a single record (C§4). */
function mainOf(data: Relationship | Relationship[]): { personId: string } {
  const main = [data].flat().find(({ accountRelationshipType }) => accountRelationshipType === 'MAIN')
  if (!main?.personId) throw new DiffersFromSpecification('check-account-number (C§4) told of no MAIN person')
  return { personId: main.personId }
}

async function readDetails(browser: Browser, { personId }: { personId: string }): Promise<z.infer<typeof Details>> {
  const body = { transactionType: 'READ', PersonID: personId }
  return await browser.post('C§7', '/api/v1/other-details', body, Details)
}

async function submitLoginDetails(
  browser: Browser,
  person: { personId: string } & Pick<z.infer<typeof Details>, 'customerDetails' | 'contactNumbers'>,
): Promise<Customer> {
  const Questions = z.object({ result: z.array(Question).min(1) })
  const { result: questions } = await browser.get('C§7', '/api/v1/get-security-questions', Questions)
  const chosen = { username: `spec.client.${randomInt(1e9)}`, password: 'Guma-Uma-19', answer: 'Tasi 2' }
  await browser.post('C§7', '/api/v1/check-username', { username: chosen.username }, resultStatus('False'))

  const home = person.contactNumbers.find(({ type }) => type === 'HOME-PHONE')
  await browser.post(
    'C§3, C§7',
    '/api/v1/sign-up-user',
    {
      // Reading B of the payload (C§3); the other is sent by the tests of that call.
      personId: person.personId,
      username: chosen.username,
      password: chosen.password,
      email_address: person.customerDetails.emailAddress || 'spec.client@example.com',
      security_question_val: questions[0]?.characteristicValue,
      security_answer: chosen.answer,
      home_number: '(671) 555-0142',
      mobile_number: '',
      work_number: '',
      isDeletedHome: false,
      isDeletedMobile: isOnFile(person.contactNumbers, 'MOBILE'),
      isDeletedWork: isOnFile(person.contactNumbers, 'BUSN-PHONE'),
      homeSeq: home?.sequence ?? '',
      mobileSeq: sequenceOf(person.contactNumbers, 'MOBILE'),
      workSeq: sequenceOf(person.contactNumbers, 'BUSN-PHONE'),
    },
    resultStatus('True'),
  )
  await browser.post('C§7', '/api/v1/check-username', { username: chosen.username }, resultStatus('True'))
  return chosen
}

type ContactNumber = z.infer<typeof ContactNumber>

/** Clearing a phone that is on file marks it for deletion, with its sequence (C§5). */
function isOnFile(numbers: readonly ContactNumber[], type: ContactNumber['type']): boolean {
  return numbers.some((number) => number.type === type)
}

function sequenceOf(numbers: readonly ContactNumber[], type: ContactNumber['type']): number | '' {
  return numbers.find((number) => number.type === type)?.sequence ?? ''
}
