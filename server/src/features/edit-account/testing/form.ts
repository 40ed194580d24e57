import { readDetailsToEdit } from '@portal/contract/edit-account'
import { type TestAccount, addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import type { TestApp, TestBrowser } from '../../../http/testing/app.ts'

let numbers = 5_000_000_000

/** One account, and the fields of the form as they were read. */
export async function newCustomer(portal: TestApp, given: Omit<TestAccount, 'account'> = {}) {
  const account = String(++numbers)
  const phones = [
    { type: 'MOBILE', number: '671-555-0102' },
    { type: 'HOME-PHONE', number: '671-555-0101' },
  ] as const
  await addTestAccount(portal.database.db, { account, phones, ...given })
  const browser = await portal.customer({ person: account, username: `name${account}`, accounts: [account] })
  return { account, browser, fields: fieldsOf(await read(browser, account)) }
}

type Details = Awaited<ReturnType<typeof read>>

export async function read(browser: TestBrowser, personId: string) {
  const reply = await browser.post(readDetailsToEdit.path, { personId, division: 'GWA' })
  return readDetailsToEdit.reply.parse(reply.json()).result
}

function fieldsOf({ details }: Details) {
  const { personId, accountId, emailAddress, address1, address2, city, postal, home, mobile, work, version } = details
  const sequenceOf = (type: string) => details.contactNumbers.find((phone) => phone.type === type)?.sequence ?? ''
  return {
    personId,
    accountId,
    emailAddress,
    address1,
    address2,
    city,
    postal,
    state: details.stateInitials,
    stateDesc: details.stateDesc,
    country: 'USA',
    home,
    mobile,
    work,
    CharacteristicValue: details.characteristicValue,
    Answer: '',
    sequenceHome: sequenceOf('HOME-PHONE'),
    sequenceMobile: sequenceOf('MOBILE'),
    sequenceWork: sequenceOf('BUSN-PHONE'),
    isDeletedHome: false,
    isDeletedMobile: false,
    isDeletedWork: false,
    version,
  }
}
