import { i18n } from "@lingui/core";

/** Tests read the texts of the sources. */
i18n.setMessagesCompiler((text) => [text]);
i18n.loadAndActivate({ locale: "en", messages: {} });
