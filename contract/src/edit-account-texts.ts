import { contactTexts } from './contact-texts.ts'
import { credentialTexts } from './credential-texts.ts'

/** The texts of the Edit Account view (C§2.5, C§5, C§8), and ours where the specification names none. */
export const editAccountTexts = {
  title: 'Edit Account',
  changePassword: 'Change Password',
  save: 'Save Changes',
  cancel: 'Cancel',
  emailInvalid: 'Please enter a valid Email Address.',
  homePhoneInvalid: 'Please enter a valid Home Phone.',
  mobilePhoneInvalid: 'Please enter a valid Mobile Phone.',
  workPhoneInvalid: 'Please enter a valid Work Phone.',
  onePhone: contactTexts.onePhone,
  questionRequired: 'Please select your Security Question!',
  answerRequired: credentialTexts.answerRequired,
  addressRequired: 'Please enter your address.',
  cityRequired: 'Please enter your city.',
  stateRequired: 'Please select your state.',
  postalInvalid: 'Please enter a valid zip code.',
  /** For a tab, for instance, or an invisible character that was copied from a web page. */
  unseenCharacters: 'Please type this again. It has hidden characters.',
  addressFixed: 'To change this billing address, call customer service.',
  saved: 'Your account details have been updated.',
  /** Somebody has changed the same details since this page read them. */
  changedMeanwhile: 'Your details were changed in another place. Check them and save again.',
  network: 'Server error! Please try again later!',
} as const
