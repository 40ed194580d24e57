import { accountSummaryTexts } from '../src/account-summary.ts'
import { billAddress, billViewTexts } from '../src/bill-view-texts.ts'
import { billsTexts, tryAgainLater } from '../src/bills.ts'
import { cardMessages } from '../src/card.ts'
import { contactTexts } from '../src/contact.ts'
import { editAccountTexts } from '../src/edit-account.ts'
import { forgotTexts } from '../src/forgot.ts'
import { helpTexts } from '../src/help-and-support.ts'
import { english } from '../src/language.ts'
import { faqTexts } from '../src/page-words.ts'
import { payNowTexts } from '../src/pay-now-texts.ts'
import { paymentHistoryTexts } from '../src/payment-history.ts'
import { paymentTexts } from '../src/payments.ts'
import { credentialTexts, signInTexts } from '../src/sign-in-texts.ts'
import { signUpTexts } from '../src/sign-up-texts.ts'
import { surveyTexts } from '../src/survey.ts'
import type { SpecifiedText } from './administrator-texts.ts'

/**
 * The texts that the customer side of the specification gives, section by section. Where both documents give one, such as
 * those of the card form, it stands in `administrator-texts.ts`.
 */
export const customerTexts: Readonly<Record<string, readonly SpecifiedText[]>> = {
  'C§2.3': [
    ['title', signUpTexts.title, 'Create Account'],
    ['steps', signUpTexts.steps.join(', '), 'My Account Number, My Account Details, My Login Details'],
    ['footer note', signUpTexts.mandatory, 'Fields marked as * are mandatory'],
    ['step 1, link', signUpTexts.whereIsMyNumber, 'Where can I find my account number?'],
    ['step 1, link', signUpTexts.alreadyRegistered, 'Already Registered? Login Here'],
    ['steps 1 and 2, button', signUpTexts.continue, 'Continue'],
    ['steps 1 and 2, busy', signUpTexts.verifying, 'Verifying'],
    ['every step', signUpTexts.cancel, 'Cancel'],
    ['steps 2 and 3', signUpTexts.back, 'Back'],
    ['step 2, modal', signUpTexts.confirmAddress, 'Confirm Your Address'],
    ['step 2, modal', signUpTexts.proceed, 'Yes, Proceed'],
    ['step 3, button', signUpTexts.submit, 'Submit'],
    ['step 3, busy', signUpTexts.loading, 'Loading...'],
    ['success, button', signUpTexts.backToHomepage, 'Back to Homepage'],
    ['success, button', signUpTexts.loginHere, 'Login Here'],
  ],
  'C§2.5': [
    ['summary, count', english.t(accountSummaryTexts.shown, { shown: 6, total: 42 }), 'Accounts: 6 / 42'],
    ['summary, table', accountSummaryTexts.caption, 'Your Account Summary'],
    [
      'summary, columns',
      Object.values(accountSummaryTexts.columns).join(', '),
      'Account ID, Type, Service Location, Amount, Due Date, Actions, Amount to be Paid',
    ],
    ['summary, row', accountSummaryTexts.makePayment, 'Make Payment'],
    ['summary, row', accountSummaryTexts.cancelPayment, 'Cancel Payment'],
    ['summary, row', accountSummaryTexts.viewBill, 'View Bill'],
    ['summary, row', accountSummaryTexts.viewConsumption, 'View Consumption'],
    ['summary, row', accountSummaryTexts.paymentHistory, 'Payment History'],
    ['payment history, empty', paymentHistoryTexts.none, 'No Web Payments Made'],
    ['summary, beside the pay button', accountSummaryTexts.subTotal, 'Sub Total'],
    ['summary, loading', accountSummaryTexts.gettingOthers, 'Getting Other Accounts..'],
    ['summary, loaded', accountSummaryTexts.allRetrieved, 'All accounts have been retrieved!'],
    ['chart, water', billsTexts.monthlyWater, 'Monthly Water Consumption'],
    ['chart, bills', billsTexts.monthlyAmount, 'Monthly Bill Amount'],
    ['chart, none', billsTexts.noChart, 'No consumption chart available'],
    ['My Bills, columns', Object.values(billsTexts.columns).join(', '), 'Bill Date, Total Amount Due, Action'],
    ['My Bills, count', english.t(billsTexts.shown, { shown: 12, total: 40 }), 'Showing 12 Results out of 40'],
    [
      'My Bills, the address of a bill',
      billAddress({ madeAt: 1_770_000_000_000, personId: 'P', billId: 'B' }),
      '/view-bill?id=1770000000000&user=P&bill-id=B',
    ],
    ['Edit Account', editAccountTexts.title, 'Edit Account'],
    ['Edit Account, button', editAccountTexts.changePassword, 'Change Password'],
    ['Edit Account, button', editAccountTexts.save, 'Save Changes'],
    ['Edit Account, button', editAccountTexts.cancel, 'Cancel'],
    ['help, form', helpTexts.form, 'Customer Feedback'],
  ],
  'C§2.6': [
    ['steps', payNowTexts.steps.join(', '), 'Customer Information, Validation, Enter Payment'],
    ['step 1, link', payNowTexts.whereIsMyNumber, 'Where can I find my account number?'],
    ['step 1, note', payNowTexts.matchNote, 'Information should match your billing statement'],
    ['step 2', payNowTexts.isThisYou, 'Is This You?'],
    ['step 1, cancel link', payNowTexts.backToHome, 'Back To Home'],
    ['other steps, cancel link', payNowTexts.cancel, 'Cancel'],
  ],
  'C§2.7': [
    ['button', billViewTexts.download, 'Download'],
    ['button', billViewTexts.back, 'Go Back to My Bills'],
  ],
  'C§2.8': [
    ['approved', paymentTexts.approved, 'Approved - Thank you'],
    ['declined', paymentTexts.notProcessed, 'Sorry, your payment was not processed.'],
    ['serverFailed', paymentTexts.tryLater, 'Please try again later.'],
    [
      'serverFailed',
      paymentTexts.contactUs,
      'If you repeatedly see this message, complete your payment by contacting the utility directly.',
    ],
    ['button', paymentTexts.saveAsPdf, 'Save this as PDF file'],
    ['button', paymentTexts.goBack, 'Go Back'],
  ],
  'C§2.9': [
    ['sections', faqTexts.sections.join(', '), 'User Registration, Logging In, Using the portal, CONTACT US'],
    ['button', faqTexts.back, 'Go Back'],
  ],
  'C§4': [
    ['login, success', signInTexts.success, 'Success. Please wait for redirection.'],
    ['login, no status', signInTexts.notResponding, 'Server not responding. Please try again later.'],
    ['login, forced logout', signInTexts.forcedLogout, 'You have been logged out.'],
    ['forgot flows, mismatch', forgotTexts.answerWrong, 'Security Answer is not valid.'],
    [
      'forgot flows, empty answer',
      forgotTexts.answerRequired,
      'Please provide the answer for security question below.',
    ],
    ['Pay Now, submit', payNowTexts.continue, 'Continue'],
    ['Pay Now, submit while busy', payNowTexts.wait, 'Please wait...'],
    ['Pay Now, submit of step 3', payNowTexts.pay, 'PAY NOW'],
    ['idle prompt', signInTexts.stillThere, 'Are you still there?'],
    ['idle prompt, button', signInTexts.stillHere, "I'm Still Here!"],
  ],
  'C§5': [
    ['account number, sign-up', signUpTexts.accountInvalid, 'Account number is invalid.'],
    ['account number, Pay Now', payNowTexts.accountRequired, 'Please enter your Account Number.'],
    ['account number, forgot', forgotTexts.accountRequired, 'Please enter your Account Number.'],
    ['zip, sign-up', signUpTexts.zipRequired, 'Please enter your Zip Code!'],
    ['zip, Pay Now', payNowTexts.zipRequired, 'Please enter your zip code.'],
    ['username, required', signUpTexts.usernameRequired, 'Please choose your username.'],
    ['username, taken', signUpTexts.usernameTaken, 'Username already exists. Kindly choose again.'],
    ['password, confirmation required', credentialTexts.confirmPassword, 'Please confirm your Password!'],
    ['e-mail, required', contactTexts.emailRequired, 'Please enter your Email Address!'],
    ['e-mail, sign-up', signUpTexts.emailInvalid, 'Please enter a valid Email Address!'],
    ['e-mail, edit account', editAccountTexts.emailInvalid, 'Please enter a valid Email Address.'],
    ['e-mail, confirmation differs', signUpTexts.emailsDiffer, "Email doesn't match!"],
    ['e-mail, confirmation required', signUpTexts.confirmEmail, 'Please confirm your Email Address!'],
    ['phones, sign-up', signUpTexts.homePhoneInvalid, 'Invalid Home Phone!'],
    ['phones, sign-up', signUpTexts.workPhoneInvalid, 'Invalid Work Phone!'],
    ['phones, sign-up', signUpTexts.mobilePhoneInvalid, 'Please enter a valid Mobile Phone!'],
    ['phones, edit account', editAccountTexts.homePhoneInvalid, 'Please enter a valid Home Phone.'],
    ['phones, edit account', editAccountTexts.mobilePhoneInvalid, 'Please enter a valid Mobile Phone.'],
    ['phones, edit account', editAccountTexts.workPhoneInvalid, 'Please enter a valid Work Phone.'],
    ['phones, none', contactTexts.onePhone, 'Please fill atleast 1 contact number!'],
    ['security question, sign-up', signUpTexts.questionRequired, 'Please select your Security Question!'],
    ['security question, edit account', editAccountTexts.questionRequired, 'Please select your Security Question!'],
    ['security answer', credentialTexts.answerRequired, 'Please enter your Security Answer!'],
    ['terms', signUpTexts.termsRequired, 'Please check the box.'],
    ['forgot password', forgotTexts.usernameRequired, 'Please enter your Username.'],
    ['forgot username, required', forgotTexts.emailRequired, 'Please enter a your Email Address.'],
    ['forgot username, pattern', forgotTexts.emailInvalid, 'Please enter a valid Email Address.'],
    ['survey', surveyTexts.required, 'Please select or enter a value for this question'],
    ['help, name', helpTexts.nameRequired, 'Please enter Customer Name.'],
    ['help, e-mail', helpTexts.emailRequired, 'Please enter your Email Address.'],
    ['help, message', helpTexts.messageRequired, 'Please enter your Message.'],
    ['payment, amount', paymentTexts.amount, 'Invalid Amount, must be $1.00 to $99999.99'],
    ['payment, card holder', cardMessages.holder, 'Require card holder name'],
    ['payment, card number', cardMessages.number, 'Require card number'],
    ['payment, expiration', cardMessages.expiry, 'Require valid expiration date'],
    ['payment, CVV', cardMessages.securityCode, 'Require CVV'],
  ],
  'C§8': [
    ['login, locked, on the wire', signInTexts.exceeded, 'Exceeded number of wrong password'],
    [
      'login, locked, shown',
      signInTexts.exceededShown,
      'You have exceeded the maximum number of failed login attempts',
    ],
    ['sign-up, status not True', signUpTexts.failed, 'Sign Up Failed! \nPlease try again!'],
    ['sign-up, network', signUpTexts.network, 'Server Error. Try again later!'],
    ['forgot, account', forgotTexts.noSuchAccount, "Account number doesn't exist"],
    ['forgot, username', forgotTexts.noSuchUsername, "Username doesn't exist"],
    ['forgot, e-mail', forgotTexts.emailDiffers, 'Email address does not match'],
    ['forgot password, network', forgotTexts.networkPassword, 'Server Error. Try again later!'],
    ['forgot username, network', forgotTexts.networkUsername, 'Server error! Please try again later!'],
    ['edit account, network', editAccountTexts.network, 'Server error! Please try again later!'],
    ['dashboard, load failure', accountSummaryTexts.loadFailed, 'Server Error. Try again later!'],
    ['account switch, My Bills', tryAgainLater, '{error}\n\nTry Again Later!'],
    [
      'survey, success',
      surveyTexts.submitted,
      'Si Yu’os Ma’ase and Thank you for your time and responses. Your survey has been submitted successfully.',
    ],
    ['survey, failure', surveyTexts.failed, 'Submit survey failed. Please try again.'],
    ['survey, network', surveyTexts.serverError, 'Server Error. Try again later!'],
    ['help, success', helpTexts.submitted, 'Your ticket has been submitted successfully!'],
    ['help, failure', helpTexts.failed, 'An error occurred. Please try again!'],
    ['view bill, old link', billViewTexts.linkExpired, 'Sorry, the link has expired.'],
    ['view bill, not the user’s', billViewTexts.notYours, 'Link Expired!'],
    ['view bill, not permitted', billViewTexts.notAllowed, 'Action not allowed!'],
    ['view bill, no chart', billViewTexts.noConsumption, 'No consumption data found!'],
    ['view bill, load failure', billViewTexts.loadFailed, 'Server Error!'],
    ['FAQ', signUpTexts.registered, 'This account is already registered for the portal.'],
    ['FAQ', faqTexts.lockedOut, 'You have exceeded the maximum number of failed login attempts.'],
    ['lists, empty', billsTexts.noData, 'No data available'],
  ],
}
