import { z } from 'zod'
import type { Browser } from './browser.ts'

/** The characteristics of a person (C§3): question, stored answer, old e-mail. */
const OtherDetail = z.object({
  CharacteristicType: z.literal(['CMSCQUES', 'CMSCAN', 'CMOLDEML']),
  EffectiveDate: z.string(),
  AdhocCharacteristicValue: z.string(),
  CharacteristicValue: z.string(),
})

/** The edit-account record (C§3). The specification shows `otherDetails` alone; the rest is ours, beside it. */
const Details = z.object({
  result: z.object({
    otherDetails: z.array(OtherDetail).min(1),
    details: z.object({
      emailAddress: z.string(),
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      postal: z.string(),
      stateInitials: z.string(),
      stateDesc: z.string(),
      home: z.string(),
      mobile: z.string(),
      work: z.string(),
      characteristicValue: z.string(),
      billAddressSource: z.literal(['PER', 'PREM', 'ACOV', 'N/A']).nullable(),
      contactNumbers: z.array(z.object({ type: z.string(), sequence: z.number() })),
    }),
  }),
})
type Details = z.infer<typeof Details>['result']

/**
 * Edit Account (C§2.5): reads the details, the country and its states, and saves another mobile phone. Other fields are
 * sent as they came. @returns the e-mail address on file.
 */
export async function editOwnDetails(
  browser: Browser,
  { personId, accountId, division }: { personId: string; accountId: string; division: string },
): Promise<{ emailAddress: string }> {
  const body = { personId, division }
  const { result } = await browser.post('C§7', '/api/v1/user-details-edit-account', body, Details)
  await browser.get('C§7', '/api/v1/get-country', z.object({ result: z.array(z.unknown()).min(1) }))
  const Saved = z.object({ data: z.object({ description: z.string().min(1) }) })
  const edit = { personId, accountId, ...editOf(result) }
  await browser.post('C§7', '/api/v1/update-user-details', edit, Saved)
  const { result: after } = await browser.post('C§7', '/api/v1/user-details-edit-account', body, Details)
  if (!after.details.mobile.includes('0143')) throw new Error('The mobile phone was not saved (C§2.5)')
  return { emailAddress: after.details.emailAddress }
}

/** The payload of C§7, with the address as it came: it is editable only when the source is PER (C§2.5). */
function editOf({ otherDetails, details }: Details): object {
  const dateOf = (type: string): string =>
    otherDetails.find(({ CharacteristicType }) => CharacteristicType === type)?.EffectiveDate ?? ''
  const sequenceOf = (type: string): number | '' =>
    details.contactNumbers.find((number) => number.type === type)?.sequence ?? ''
  return {
    emailAddress: details.emailAddress,
    address1: details.address1,
    address2: details.address2,
    city: details.city,
    postal: details.postal,
    state: details.stateInitials,
    stateDesc: details.stateDesc,
    country: 'USA',
    home: details.home,
    mobile: '671-555-0143',
    work: details.work,
    oldDateEmail: dateOf('CMOLDEML'),
    oldDateQuestion: dateOf('CMSCQUES'),
    oldDateAnswer: dateOf('CMSCAN'),
    CharacteristicValue: details.characteristicValue,
    Answer: '',
    sequenceHome: sequenceOf('HOME-PHONE'),
    sequenceMobile: sequenceOf('MOBILE'),
    sequenceWork: sequenceOf('BUSN-PHONE'),
    isDeletedHome: false,
    isDeletedMobile: false,
    isDeletedWork: false,
  }
}
