import { t } from "@lingui/core/macro";
import { MfaPolicySection } from "../second-factor/mfa-policy-section.tsx";
import { StaffPage } from "./staff-page.tsx";

export function TwoFactorPolicyScreen() {
  return (
    <StaffPage title={t`Two-factor policy`}>
      <div className="px-4 pt-4 md:px-6">
        <MfaPolicySection />
      </div>
    </StaffPage>
  );
}
