/**
 * Everything that the gateway, the portal and the billing system can disagree about, with the sentence for the log, the
 * letter and the command line. docs/operations.md says what to do about each. The names are stored in the database and
 * are labels of a metric: kinds may be added but never renamed.
 */
export const discrepancyKinds = {
  chargedButNotRecorded: 'The gateway approved a charge that the portal has no record of.',
  chargedButUndecided: 'The gateway holds a charge that the portal has not decided about in time.',
  recordedButNotAtGateway:
    'The portal recorded a charge, a void or a refund that the gateway does not list as approved.',
  amountDiffers: 'The gateway lists another amount than the portal recorded.',
  recordedWithOtherNumbers:
    'The portal recorded a charge with another transaction tag or authorization number than the gateway lists.',
  twoChargesForOneReference: 'The gateway holds more than one charge for one payment.',
  reversedAtGatewayOnly: 'The gateway gave money back, and the portal has no record of that.',
  declinedButChargedAtGateway:
    'The portal says nothing was charged or it was given back, and the gateway holds the charge.',
  paidButNotPosted: 'A charged payment has not arrived in the billing system in time.',
  postedWithoutCharge: 'The billing system holds a payment of the portal that no charge stands behind.',
  postedAmountDiffers: 'The billing system holds another amount than the portal recorded.',
  postedToAnotherAccount: 'The billing system holds the payment on another account than the portal recorded.',
  postedTwice: 'The billing system holds more than one payment with one receipt number.',
} as const

export type DiscrepancyKind = keyof typeof discrepancyKinds
