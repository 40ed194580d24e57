import type { ContactNumber, PhoneType } from '@portal/contract/contact'

/** The phone fields of the forms (C§2.3, C§2.5), in the order of the screen. */
export type PhoneName = 'home' | 'mobile' | 'work'

/** The text in each of the three fields. */
type Phones = Readonly<Record<PhoneName, string>>

export const phoneFieldIds: Readonly<Record<PhoneName, string>> = {
  home: 'home-phone',
  mobile: 'mobile-phone',
  work: 'work-phone',
}

const typeOf = {
  home: 'HOME-PHONE',
  mobile: 'MOBILE',
  work: 'BUSN-PHONE',
} as const satisfies Record<PhoneName, PhoneType>

/** The initial values of the fields: the numbers on file. */
export function phonesOnFile(onFile: readonly ContactNumber[]): Phones {
  const number = (name: PhoneName) => phoneOnFile(onFile, name)?.number ?? ''
  return { home: number('home'), mobile: number('mobile'), work: number('work') }
}

/** The sequence number of the phone on file that a field shows; null when there is none. */
export function sequenceOf(onFile: readonly ContactNumber[], name: PhoneName): number | null {
  return phoneOnFile(onFile, name)?.sequence ?? null
}

/** Whether a field whose phone is on file has been emptied, which deletes that phone (C§5). */
export function isDeleted(onFile: readonly ContactNumber[], typed: Phones, name: PhoneName): boolean {
  return phoneOnFile(onFile, name) !== undefined && typed[name].trim() === ''
}

function phoneOnFile(onFile: readonly ContactNumber[], name: PhoneName): ContactNumber | undefined {
  return onFile.find((phone) => phone.type === typeOf[name])
}
