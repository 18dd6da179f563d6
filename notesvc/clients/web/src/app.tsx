/** What every page stands in: look, server state, notices, and which page an address shows. */
import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { useRestoredNotice } from "./account/restoredNotice";
import { to } from "./addresses";
import type { User } from "./api";
import { type Language, speak, withWords } from "./i18n";
import { nonce } from "./nonce";
import { firstNotice } from "./notices";
import { useViewed } from "./render/viewer";
import SharedSection from "./sharing/SharedSection";
import { preload, useAppIdle } from "./shell/appIdle";
import { Boundary } from "./shell/Boundary";
import { Frame } from "./shell/Frame";
import { leaveFirstView } from "./shell/firstView";
import { client } from "./state/client";
import { useIsAway } from "./state/connectivity";
import { sendLanguage } from "./state/language";
import { useLeaving } from "./state/leaving";
import { useProofAsked } from "./state/proof";
import { useUser } from "./state/session";
import { useShareDialog } from "./state/shareDialog";
import { openSharesQuery } from "./state/shares";
import { appearance, directionIn, useAppearance } from "./theme/appearance";
import { theme } from "./theme/theme";
import { useHasBegun } from "./touch";
import { type LazyPage, lazyPage } from "./ui/lazyPage";
import { lazyPart } from "./ui/lazyPart";
import { Loading } from "./ui/States";

const NoticePlace = lazyPart(() => import("./shell/NoticePlace"));
const SIGN_IN_AREAS = ["account", "providers"] as const;
const SignIn = lazyPage(() => import("./account/SignIn"), ...SIGN_IN_AREAS);
const Register = lazy(() => withWords(SIGN_IN_AREAS, () => import("./account/Register")));
const VerifyEmail = lazy(() => withWords(SIGN_IN_AREAS, () => import("./account/VerifyEmail")));
const ForgotPassword = lazy(() => withWords(SIGN_IN_AREAS, () => import("./account/ForgotPassword")));
const ResetPassword = lazy(() => withWords(SIGN_IN_AREAS, () => import("./account/ResetPassword")));
const Proven = lazy(() => withWords(SIGN_IN_AREAS, () => import("./account/Proven")));
const DevicePage = lazy(() =>
  withWords(["device", ...SIGN_IN_AREAS], () => import("./account/device/DevicePage")),
);
const Bell = lazyPart(() => import("./notifications/Bell"));
const ShareDialog = lazyPart(() =>
  withWords(["account", "settings", "shares"], () => import("./sharing/ShareDialog")),
);
const Lightbox = lazyPart(() => import("./render/Lightbox"));
const UnsentBanner = lazyPart(() => import("./saving/UnsentBanner"));
const CutOffBanner = lazyPart(() => import("./saving/CutOffBanner"));
const LeavingDialog = lazyPart(() => import("./saving/LeavingDialog"));
const StorageBanner = lazyPart(() => import("./settings/storage/StorageBanner"));
const SignInAgain = lazyPart(() => withWords(SIGN_IN_AREAS, () => import("./account/SignInAgain")));
const UnknownPage = lazy(() => import("./pages/UnknownPage"));
const StepUp = lazyPart(() => withWords(SIGN_IN_AREAS, () => import("./account/StepUp")));

/** Pages inside the frame. Each file has the page as its default export and reads its own parameters. */
const PAGES: [path: string, page: LazyPage][] = [
  ["/", lazyPage(() => import("./pages/Home"))],
  ["/notes/:note", lazyPage(() => import("./notes/NotePage"))],
  ["/folders/:folder", lazyPage(() => import("./pages/FolderPage"), "pages")],
  ["/search", lazyPage(() => import("./pages/SearchPage"))],
  ["/ask", lazyPage(() => import("./pages/AskPage"), "ai")],
  ["/recents", lazyPage(() => import("./pages/RecentsPage"))],
  ["/favourites", lazyPage(() => import("./pages/FavouritesPage"))],
  ["/shared", lazyPage(() => import("./pages/SharedPage"))],
  ["/notifications", lazyPage(() => import("./notifications/NotificationsPage"))],
  ["/journal/:date?", lazyPage(() => import("./pages/JournalPage"), "pages")],
  ["/tags", lazyPage(() => import("./pages/TagsPage"), "pages")],
  ["/tags/*", lazyPage(() => import("./pages/TagPage"), "pages")],
  ["/people", lazyPage(() => import("./pages/PeoplePage"), "pages")],
  ["/people/:person", lazyPage(() => import("./pages/PersonPage"), "pages")],
  ["/graph", lazyPage(() => import("./pages/GraphPage"), "pages")],
  ["/reports", lazyPage(() => import("./pages/ReportPage"), "pages")],
  ["/clip", lazyPage(() => import("./pages/ClipPage"), "pages")],
  ["/trash", lazyPage(() => import("./pages/TrashPage"), "pages")],
  ["/import", lazyPage(() => import("./settings/ImportPage"), "settings")],
  ["/admin/:section?", lazyPage(() => import("./admin/AdminPage"), "admin", "settings", "pages", "account")],
  [
    "/settings/:section?",
    lazyPage(() => import("./settings/SettingsPage"), "settings", "ai", "storage", ...SIGN_IN_AREAS),
  ],
];

/** What most pages have a use for soon, in the order in which it is fetched ahead. */
const PIECES = [
  () => import("./shell/palette/Palette"),
  // The surfaces, after parts of theirs: the page answers between the one and the other.
  () => import("./editor/blocks/schema"),
  () => import("./editor/BlockSurface"),
  () => import("./editor/raw/ruler"),
  () => import("./editor/raw/blockPlaces"),
  () => import("./editor/RawSurface"),
  () => import("./shell/tree/RowMenu"),
];

/** What the frame shows of other parts of the app; each is fetched when the frame has a place for it. */
const FRAMED = {
  bell: <Bell />,
  shared: <SharedSection />,
  banners: (
    <>
      <UnsentBanner />
      <CutOffBanner />
      <StorageBanner />
    </>
  ),
  signIn: <SignInAgain />,
  over: (
    <>
      <Sharing />
      <ViewedPictures />
      <Leaving />
    </>
  ),
};

/** The dialog is fetched when something is first shared; what is public is asked for once, for all marks of it. */
function Sharing() {
  useQuery({ ...openSharesQuery, enabled: useAppIdle() });
  return useShareDialog() && <ShareDialog />;
}

/** Fetched when somebody signs out who has not sent everything. */
function Leaving() {
  return useLeaving() > 0 && <LeavingDialog />;
}

/** Fetched when a picture is first looked at. */
function ViewedPictures() {
  return useViewed() && <Lightbox />;
}

/** The page that the address names is fetched while the frame around it is still being made. */
export async function fetchFirstPage(): Promise<void> {
  const [, first] = location.pathname.split("/");
  const named = PAGES.find(([path]) => path.split("/")[1] === first);
  const page = first === "sign-in" ? SignIn : named?.[1];
  // What cannot be fetched now is asked for again where it is shown, which says so.
  (await page?.fetch().catch(() => {}))?.askAhead?.();
}

export function App() {
  const look = useAppearance();
  const language = useLanguage(look.language);
  const isProofAsked = useProofAsked();
  return (
    <DirectionProvider key={`${language} ${look.direction}`} initialDirection={directionIn(look)}>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        getStyleNonce={() => nonce}
        defaultColorScheme="auto"
        forceColorScheme={look.scheme === "auto" ? undefined : look.scheme}
      >
        <QueryClientProvider client={client}>
          <Pages />
          <Suspense fallback={null}>{isProofAsked && <StepUp />}</Suspense>
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Not fetched before it is needed, or the first page is shown and, on a touch screen, used. */
function Notices() {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void firstNotice.then(() => setAsked(true)), []);
  const isIdle = useAppIdle();
  const hasBegun = useHasBegun();
  return isAsked || (isIdle && hasBegun) ? <NoticePlace /> : null;
}

function Pages() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/register" component={Register} />
        <Route path="/verify-email" component={VerifyEmail} />
        <Route path="/forgot-password" component={ForgotPassword} />
        <Route path="/reset-password" component={ResetPassword} />
        <Route path="/proven" component={Proven} />
        <Route path="/device" component={DevicePage} />
        <Route>
          <SignedInPages />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** While the page's code is on its way: the page before is gone already. */
const ComingPage = () => (
  <div className="page">
    <Loading />
  </div>
);

function SignedInPages() {
  const user = useUser();
  const [address] = useLocation();
  useAccountLanguage(user);
  useRestoredNotice();
  useLeavingFirstView(user === null, address);
  useEffect(() => preload([...PAGES.map(([, page]) => page.fetch), ...PIECES]), []);
  if (user === null) return <Redirect to={to.signIn(location.pathname + location.search)} replace />;
  return (
    <Frame {...FRAMED}>
      <Boundary address={address}>
        <Suspense fallback={<ComingPage />}>
          <Switch>
            {PAGES.map(([path, page]) => (
              <Route key={path} path={path} component={page} />
            ))}
            <Route component={UnknownPage} />
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  );
}

/** A device on which no language was chosen speaks the account's; one that was chosen while nobody answered is sent. */
function useAccountLanguage(user: User | null | undefined): void {
  const [id, language] = [user?.id, user?.language ?? null];
  const isAway = useIsAway();
  useEffect(() => appearance.followAccount(language), [language]);
  useEffect(() => {
    if (id && !isAway) sendLanguage(id).catch(() => {});
  }, [id, isAway]);
}

const FIRST = location.pathname;

/** Elsewhere than at the page that the service showed, nothing else would take it away. */
function useLeavingFirstView(isSignedOut: boolean, address: string): void {
  useLayoutEffect(() => {
    if (isSignedOut || address !== FIRST) leaveFirstView();
  }, [isSignedOut, address]);
}

/** The language that is loaded: the one that was chosen, as soon as its catalogue is there. */
function useLanguage(chosen: string): string {
  const [spoken, setSpoken] = useState(chosen);
  useEffect(() => {
    void speak(chosen as Language).then(() => setSpoken(chosen));
  }, [chosen]);
  return spoken;
}
