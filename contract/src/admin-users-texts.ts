/** Texts of the administrators' users (A§2, A§5, A§8), and ours where the specification names none. */
export const adminUsersTexts = {
  addUser: 'Add User',
  currentUsers: 'Current Users',
  roleRequired: 'Please select a role.',
  emailRequired: 'Please enter your Email.',
  usernameRequired: 'Please enter your Username.',
  usernameTooLong: 'Your username can be at most 60 characters long.',
  usernameTaken: 'Username already exist',
  deleteSelected: 'Delete Selected',
  changePassword: 'Change Password',
  changeRole: 'Change Role',
  added: 'Added Successfully!',
  addFailed: 'Failed! Please try again!',
  deleted: 'Deleted Successfully.',
  passwordRequired: 'Please enter your password.',
  passwordsDiffer: "Password doesn't match ",
  /** Shown with '!' after it (A§8). */
  updated: 'Updated Successfully',
  gone: 'This user is not there any more',
  ownUser: 'You cannot do this to yourself',
  lastSuperAdmin: 'There has to be a super admin',
  changedMeanwhile: 'Somebody else has changed this user meanwhile. Please look again',
} as const
