export default {
  google: "Google",
  github: "GitHub",
  or: "or",
  go: "Continue with {{name}}",
  byPassword: "Sign in with a password",
  byPasswordHint: "For the administrators of this service.",
  onlyProviders: "New accounts are made through one of these.",
  codeLead: "The provider knows you. This account asks for a code besides.",
  codeOtherWay: "Sign in another way",
  newTab: "Continue with {{name}} in another tab",
  accounts: {
    title: "Linked accounts",
    lead: "Ways to sign in through somebody else, beside your password.",
    notLinked: "Not linked",
    linkedAs: "Linked as {{email}}",
    linked: "Linked",
    since: "Since",
    used: "Last used",
    gone: "This service offers it no longer.",
    link: "Link",
    linkOf: "Link {{name}}",
    unlink: "Unlink",
    unlinkOf: "Unlink {{name}}",
    unlinkTitle: "Unlink {{name}}",
    unlinkText: "You no longer sign in through {{name}}. You can link it again at any time.",
    nowLinked: "{{name}} is linked",
    unlinked: "{{name}} is no longer linked",
  },
  proof: {
    with: "Confirm with {{name}}",
    lead: "A window of the provider opens; this page stays as it is.",
    waiting: "Finish in the window that has opened. This page goes on by itself.",
    none: "Your account has neither a password nor a linked provider that this service still offers. Set a password by “Forgot your password?” on the sign-in page.",
    doneTitle: "That was it",
    doneLead: "Close this window and go on where you were.",
    failedTitle: "That did not work",
    failedLead: "Close this window and try again where you were.",
    close: "Close this window",
  },
  problem: {
    provider_unavailable:
      "The provider does not answer at the moment. Try again in a few minutes, or sign in another way.",
    provider_refused:
      "The provider let nobody in, or you cancelled there. Try again, or sign in another way.",
    provider_untrusted:
      "What the provider sent cannot be believed, so nobody was signed in. Try again; if this happens again, tell the administrator of this service.",
    sign_in_expired:
      "This sign-in took longer than ten minutes, was used before, or was begun in another browser. Begin again here.",
    address_unverified:
      "The provider has not confirmed your e-mail address. Confirm it there, then try again.",
    address_taken:
      "Your e-mail address has an account here already. Sign in to it first, then link the provider in Settings, Security.",
    registration_closed:
      "You have no account here yet, and new people come in by invite only, if at all. With an invite, choose “Make an account”, enter it, and continue with the provider there.",
    account_disabled: "This account has been disabled. Ask the administrator of this service.",
    already_linked:
      "That sign-in belongs to another account of this service. Unlink it there first, or choose another one at the provider.",
    wrong_account:
      "At the provider you are somebody else than who is linked to this account. Sign in there with the linked account.",
    not_fresh:
      "The provider did not say that it has asked again who you are. Sign out there, then try again, or confirm another way.",
    rate_limited:
      "From your network, people have gone to a provider too often in the last minutes. Try again in five minutes, or sign in another way.",
    other: "Signing in at the provider did not work. Try again, or sign in another way.",
  },
};
