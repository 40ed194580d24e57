import { accountSummaryTexts } from '../src/account-summary.ts'
import { adminUsersTexts } from '../src/admin-users.ts'
import { announcementConsoleTexts } from '../src/announcement-editing.ts'
import { cardMessages } from '../src/card.ts'
import { adminConsoleTexts, adminMaintenanceTexts, adminSignInTexts } from '../src/console-texts.ts'
import { customerPasswordTexts } from '../src/customer-password.ts'
import { humanCheckTexts } from '../src/human-check.ts'
import { english } from '../src/language.ts'
import { switchNames } from '../src/maintenance.ts'
import { cardCallFailed } from '../src/one-payment.ts'
import { rightsReserved, popupOk, popupTitles } from '../src/page-words.ts'
import { transactionText } from '../src/payment-history.ts'
import { paymentFormTexts, paymentTexts } from '../src/payments.ts'
import { phonedInTexts } from '../src/phoned-in.ts'
import { reportsTexts } from '../src/reports.ts'
import { credentialTexts } from '../src/sign-in-texts.ts'

/** A text: where it is shown, what the portal says there, and what the specification says, to the letter (R25). */
export type SpecifiedText = readonly [where: string, ours: string, specified: string]

const notFound = { description: 'Not found', accountId: '4821007391' }

/** The texts that the administrator side of the specification gives, section by section. */
export const administratorTexts: Readonly<Record<string, readonly SpecifiedText[]>> = {
  'A§1': [['footer', rightsReserved, 'All Rights Reserved © {year} {utility}']],
  'A§2': [
    ['login, button', adminSignInTexts.logIn, 'Log In'],
    ['login, button while submitting', adminSignInTexts.loading, 'Loading Please Wait!'],
    ['login, error banner', adminSignInTexts.failed, 'Log in failed. Invalid Username or Password.'],
    ['console, title', adminConsoleTexts.title, 'Admin Control'],
    ['console, menu', adminConsoleTexts.changePass, 'Change Pass'],
    ['console, menu', adminConsoleTexts.logOut, 'Log Out'],
    ['own password, title', adminConsoleTexts.changePassword, 'Change Password'],
    ['own password, field', adminConsoleTexts.currentPassword, 'Current Password'],
    ['own password, field', adminConsoleTexts.password, 'Password'],
    ['own password, field', adminConsoleTexts.confirmPassword, 'Confirm Password'],
    ['own password, button', adminConsoleTexts.submit, 'Submit'],
    ['own password, result', adminConsoleTexts.okay, 'Okay'],
    ['users, form', adminUsersTexts.addUser, 'Add User'],
    ['users, table', adminUsersTexts.currentUsers, 'Current Users'],
    ['users, row menu', adminUsersTexts.changePassword, 'Change Password'],
    ['users, row menu', adminUsersTexts.changeRole, 'Change Role'],
    ['password reset, button', customerPasswordTexts.search, 'Search'],
    ['password reset, table', customerPasswordTexts.searchResults, 'Search Results'],
    ['password reset, column', customerPasswordTexts.userId, 'User ID'],
    ['password reset, no user', customerPasswordTexts.noOnlineAccount, 'No online account'],
    ['password reset, column', customerPasswordTexts.customerName, 'Customer Name'],
    ['password reset, column', customerPasswordTexts.actions, 'Actions'],
    ['password reset, no user', customerPasswordTexts.noAction, 'No action available'],
    ['password reset, empty', customerPasswordTexts.empty, 'No data available'],
    ['password reset, field', customerPasswordTexts.newPassword, 'New Password'],
    ['password reset, field', customerPasswordTexts.confirmNewPassword, 'Confirm New Password'],
    ['password reset, button', customerPasswordTexts.update, 'Update'],
    ['password reset, success', customerPasswordTexts.updated, 'The password is successfully updated!'],
    ['maintenance, switch', switchNames[1], 'Login / Sign Up'],
    ['maintenance, switch', switchNames[2], 'Pay Now'],
    ['maintenance, button', adminMaintenanceTexts.testLogin, 'Admin test login'],
    ['announcements, tab', announcementConsoleTexts.systemPopUp, 'System Pop up'],
    ['announcements, button', announcementConsoleTexts.addText, 'Add Text'],
    ['announcements, button', announcementConsoleTexts.addImageVideo, 'Add Image/Video'],
    ['announcements, button', announcementConsoleTexts.deleteSelected, 'Delete Selected'],
    ['announcements, row', announcementConsoleTexts.viewContent, 'View Content'],
    ['announcements, empty', announcementConsoleTexts.empty, 'No data yet'],
    ['announcements, form header', announcementConsoleTexts.addAnnouncement, 'Add Announcement'],
    ['announcements, form header', announcementConsoleTexts.updateAnnouncement, 'Update Announcement'],
    ['reports', reportsTexts.title, 'All Payments/Transaction Inquiry (Successful and Unsuccessful Transactions)'],
    ['reports, link', reportsTexts.exportCsv, 'Export CSV'],
    ['reports, empty', reportsTexts.noPayments, 'No Web Payments Made'],
    ['reports, empty log', reportsTexts.noLog, 'No transaction log found'],
    ['phoned in, title', phonedInTexts.title, 'Phoned-In Bill Payments'],
    ['phoned in, table', phonedInTexts.caption, 'Account Summary'],
    ['phoned in, modal', phonedInTexts.details, 'Details'],
    ['phoned in, modal', phonedInTexts.paymentHistory, 'Payment History'],
    ['phoned in, button', phonedInTexts.addToCart, 'Add to Cart'],
    ['phoned in, button', phonedInTexts.cancel, 'Cancel'],
    ['phoned in, button', phonedInTexts.back, 'Back'],
    ['phoned in, step 2', phonedInTexts.cart, 'Shopping Cart'],
    ['payment, modal', paymentFormTexts.review, 'Review Your Payment'],
    ['payment, modal', paymentFormTexts.total, 'Total Amount'],
    ['payment, modal', paymentFormTexts.payWithCard, 'Pay with Your Credit Card'],
    ['payment, CVV hint', paymentFormTexts.securityCodeHint, 'CVV is the last 3 digits on the back signature panel.'],
    ['human verification, title', humanCheckTexts.title, 'Please Verify'],
    ['popup, danger', popupTitles.danger, 'Error'],
    ['popup, warning', popupTitles.warning, 'Caution'],
    ['popup, otherwise', popupTitles.success, 'Success'],
    ['popup, button', popupOk, 'OK'],
  ],
  'A§3': [
    ['account with arrears', accountSummaryTexts.dueNow, 'Due Now'],
    ['complete history, PS', transactionText('PS'), 'Payment'],
    ['complete history, anything else', transactionText('AD'), 'Payment Adjustment'],
  ],
  'A§4': [
    ['checkout button, before', humanCheckTexts.verify, 'Verify'],
    ['checkout button, after', paymentFormTexts.checkOut, 'Check Out'],
    ['pay button', paymentTexts.wait, 'Please wait...'],
    ['warning', paymentTexts.processing, "Your payment is processing. Please don't close this page."],
  ],
  'A§5': [
    ['add admin, e-mail', adminUsersTexts.emailRequired, 'Please enter your Email.'],
    ['add admin, username', adminUsersTexts.usernameTaken, 'Username already exist'],
    ['add admin, password', credentialTexts.passwordLength, 'Your password must be between 8 – 15 characters long'],
    ['add admin, confirmation', credentialTexts.passwordsDiffer, "Password doesn't match!"],
    ['change password, differs', adminUsersTexts.passwordsDiffer, "Password doesn't match "],
    ['change password, empty', adminUsersTexts.passwordRequired, 'Please enter your password.'],
    ['phoned in, search', phonedInTexts.nothingTyped, 'Please add atleast 1 search parameter!'],
    ['phoned in, no results', phonedInTexts.nothingFound, 'Please search an account!'],
    ['phoned in, none selected', phonedInTexts.nothingTicked, 'Please add atleast 1 account to your cart!'],
    [
      'checkout, subtotal 0',
      paymentFormTexts.nothingChosen,
      'Please select an account and enter a valid amount to be paid!',
    ],
    ['checkout, subtotal', paymentFormTexts.subTotalRange, 'The paying subtotal should be between $1.00 to $99999.99'],
    [
      'checkout, an amount',
      paymentFormTexts.amountMissing,
      'Payment Amount in one or more accounts must be greater than zero.',
    ],
    ['card, brand', cardMessages.numberFormat, 'Invalid Card Number Format!'],
    ['card, Visa', cardMessages.numberOf.Visa, 'Please enter a valid Visa Card Number!'],
    ['card, Mastercard', cardMessages.numberOf.Mastercard, 'Please enter a valid Mastercard Number!'],
    ['card, Discover', cardMessages.numberOf.Discover, 'Please enter a valid Dicover Card Number!'],
    ['card, zip', cardMessages.zip, 'Invalid Zip Code'],
    ['card, confirmation e-mail', cardMessages.email, 'Invalid email address!'],
  ],
  'A§8': [
    ['network error', adminConsoleTexts.serverError, 'Server Error!'],
    ['admin search or reset', customerPasswordTexts.serverError, 'Server Error! '],
    ['admin search', english.t(customerPasswordTexts.searchFailed, notFound), 'Not found [4821007391]'],
    ['add admin, failure', adminUsersTexts.addFailed, 'Failed! Please try again!'],
    ['add admin, success', adminUsersTexts.added, 'Added Successfully!'],
    ['delete user', adminUsersTexts.deleted, 'Deleted Successfully.'],
    ['delete announcement', announcementConsoleTexts.deleted, 'Deleted Successfully!'],
    ['update announcement', announcementConsoleTexts.updated, 'Updated Successfully!'],
    ['update switch', adminMaintenanceTexts.updated, 'Updated Successfully!'],
    ['announcement visibility', announcementConsoleTexts.visibilityFailed, 'Please try again!'],
    ['phoned in, look-up', english.t(phonedInTexts.lookUpFailed, notFound), 'Not found [4821007391]'],
    ['card call', paymentTexts.failed, 'Sorry, your payment did not go through. Please try again later.'],
    ['card call that returns nothing', cardCallFailed, 'PayEezy Failed'],
  ],
}
