import { UtilityProfile } from '@portal/contract/utility'

/** The utility of the simulated worlds: only what letters print. */
export const simulatedUtility = UtilityProfile.parse({
  name: 'Simulated Water',
  shortName: 'SW',
  division: 'GWA',
  country: 'USA',
  timeZone: 'Pacific/Guam',
  city: 'Hagatna',
  state: 'GU',
  website: 'https://water.example',
  customerServiceEmail: 'help@water.example',
  mailFrom: 'noreply@water.example',
  financeEmail: 'finance@water.example',
  phones: [{ label: 'Customer service', number: '671-555-0100' }],
  customerServiceHours: 'always',
  offices: [],
  benefits: [],
  autoPayForms: [],
  paymentDescription: 'water',
  refundPolicy: 'none',
  receiptFilePrefix: 'SW',
  acceptMastercard2Series: false,
  pageTexts: { termsAndConditions: 'terms-and-conditions.md', privacyPolicy: 'privacy-policy.md' },
})
