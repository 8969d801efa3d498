/**
 * Stand-ins for the browser APIs of push notifications, which jsdom lacks: a registered worker with a
 * push manager, and the permission.
 */
export interface PushBrowser {
  permission: NotificationPermission;
  /** The member's answer to the browser's question. */
  answer: NotificationPermission;
  /** The number of times that the browser has asked. */
  questions: number;
  /** The key of the current subscription; null if there is none. */
  subscribedKey: ArrayBuffer | null;
  /** Set to make `subscribe` fail, as it does without a push service. */
  failure: Error | null;
}

const NAMES = ["Notification", "PushManager"] as const;

/** Installs the stand-ins. Returns their state and a function that removes them. */
export function installPush(): { browser: PushBrowser; remove: () => void } {
  const browser: PushBrowser = {
    permission: "default",
    answer: "granted",
    questions: 0,
    subscribedKey: null,
    failure: null,
  };
  const registration = { active: {}, pushManager: pushManager(browser) };
  const workers = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  });
  const notification = {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => {
      browser.questions += 1;
      browser.permission = browser.answer;
      return Promise.resolve(browser.answer);
    },
  };
  define(window, "Notification", notification);
  define(window, "PushManager", pushManager);
  define(navigator, "serviceWorker", workers);
  return {
    browser,
    remove: () => {
      for (const name of NAMES) Reflect.deleteProperty(window, name);
      Reflect.deleteProperty(navigator, "serviceWorker");
    },
  };
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true });
}

function pushManager(browser: PushBrowser) {
  const subscription = (key: ArrayBuffer) => ({
    options: { applicationServerKey: key },
    toJSON: () => ({
      endpoint: "this-browser",
      keys: { p256dh: "public", auth: "secret" },
    }),
    unsubscribe: () => {
      browser.subscribedKey = null;
      return Promise.resolve(true);
    },
  });
  return {
    getSubscription: () =>
      Promise.resolve(browser.subscribedKey === null ? null : subscription(browser.subscribedKey)),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      if (browser.failure !== null) return Promise.reject(browser.failure);
      browser.subscribedKey = applicationServerKey.buffer;
      return Promise.resolve(subscription(applicationServerKey.buffer));
    },
  };
}
