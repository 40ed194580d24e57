import { pagePaths } from './paths.ts'

/** C§2.7, C§8. */
export const billViewTexts = {
  /** Closing this one leads nowhere (C§2.10). */
  linkExpired: 'Sorry, the link has expired.',
  notYours: 'Link Expired!',
  notAllowed: 'Action not allowed!',
  noConsumption: 'No consumption data found!',
  loadFailed: 'Server Error!',
  download: 'Download',
  viewImage: 'View the bill (PDF)',
  noImage: 'This bill has no PDF.',
  back: 'Go Back to My Bills',
} as const

/** Of a PDF from the billing system, such as `GWA-Bill-2026-11-05.pdf`. */
export function billImageName(utility: { shortName: string }, billDate: string): string {
  return `${utility.shortName.replaceAll(/[^\w.-]+/g, '-')}-Bill-${billDate}.pdf`
}

/** An address of a bill is good for this long (C§5, C§9). */
export const billLinkMinutes = 15

/** The address of a bill for its signed-in owner (C§2.5); `madeAt` in milliseconds since 1970. */
export function billAddress(bill: { billId: string; personId: string; madeAt: number }): string {
  const query = new URLSearchParams({ id: String(bill.madeAt), user: bill.personId, 'bill-id': bill.billId })
  return `${pagePaths.viewBill}?${query.toString()}`
}

/** The address of a bill as an email carries it, signed by the server (R7). */
export function linkedBillAddress(bill: {
  billId: string
  personId: string
  madeAt: number
  signature: string
}): string {
  const query = new URLSearchParams({ frm: 'm', signature: bill.signature })
  return `${billAddress(bill)}&${query.toString()}`
}
