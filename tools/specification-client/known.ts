/** What the people know who use the portal in a visit; none of it is told by the portal. */
export interface Known {
  /** The division code, which is sent in look-ups and tickets (C§9, A§9). */
  division: string
  /** From the bill of a customer who has not enrolled, has an e-mail address on file, and may pay by card. */
  customer: { accountId: string; zip: string }
  /** A super admin (A§6). */
  admin: { username: string; password: string }
  card: Card
  /** An amount which the card provider declines. The demo's gateway does so for 5302.00, whatever the card. */
  declinedAmount: string
}

/** Card details as they are typed (A§3, C§3). */
export interface Card {
  cardHolderName: string
  cardNumber: string
  /** MMYY */
  validExpDate: string
  cvv: string
  billingZipCode: string
}

/** A customer who has enrolled in the course of a visit. */
export interface Customer {
  username: string
  password: string
  answer: string
}
