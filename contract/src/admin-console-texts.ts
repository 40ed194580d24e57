/** Texts of the console around its tabs (A§2, A§5, A§8), and ours where the specification names none. */
export const adminConsoleTexts = {
  title: 'Admin Control',
  changePass: 'Change Pass',
  logOut: 'Log Out',
  changePassword: 'Change Password',
  currentPassword: 'Current Password',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  submit: 'Submit',
  okay: 'Okay',
  /** A call that got no answer. Password Reset adds a space after it (A§8). */
  serverError: 'Server Error!',
  auditLog: 'Audit log',
  secondFactor: 'Two-step verification',
  otherLevel: 'You don’t have access to this page',
  levelChanged: 'Your role was changed. Your last change was not saved.',
} as const
