{{/*
Combinations of values that values.schema.json cannot express. Each function appends sentences to `.faults`; all are
reported together (validate.yaml), so that an operator can correct them at once.
*/}}

{{- define "guildhall.fault" -}}
{{- $_ := set .faults "list" (append .faults.list .say) -}}
{{- end -}}

{{- define "guildhall.validate.required" -}}
{{- $faults := .faults -}}
{{- with .root.Values -}}
{{- range $name, $value := dict
  "site.mainOrigin" .site.mainOrigin
  "site.portalDomain" .site.portalDomain
  "keys.secret.name" .keys.secret.name
  "database.secret.name" .database.secret.name
  "redis.secret.name" .redis.secret.name
  "mail.secret.name" .mail.secret.name
  "mail.from" .mail.from -}}
{{- if not $value -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s is required" $name)) -}}
{{- end -}}
{{- end -}}
{{- if not (or .blob.url .blob.existingClaim) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "blob.url is required: every pod must reach the images. On a cluster of one node, set blob.existingClaim instead") -}}
{{- end -}}
{{- if and .blob.url .blob.existingClaim -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "set either blob.url or blob.existingClaim, not both") -}}
{{- end -}}
{{- if and .blob.url (not .blob.existingClaim) (not .blob.secret.name) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "blob.secret.name is required with blob.url: it has the bucket's keys") -}}
{{- end -}}
{{- if and .google.clientId (not .google.secret.name) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "google.secret.name is required with google.clientId") -}}
{{- end -}}
{{- if and .mail.reports.returnPath .networkPolicy.enabled (not .networkPolicy.reports) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "mail.reports.returnPath needs networkPolicy.reports: the peers that deliver reports to the workers") -}}
{{- end -}}
{{- if and .mail.reports.returnPath (dig "mail" "return_path" "" .settings) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "set either mail.reports.returnPath or settings.mail.return_path, not both") -}}
{{- end -}}
{{- if eq .image.tag "latest" -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "image.tag: `latest` cannot be rolled back; name a version") -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "guildhall.validate.edge" -}}
{{- $faults := .faults -}}
{{- with .root.Values -}}
{{- if and .edge.tls.enabled .site.mainOrigin (not (hasPrefix "https://" .site.mainOrigin)) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "site.mainOrigin must begin with https:// because edge.tls.enabled is set") -}}
{{- end -}}
{{- if and .edge.tls.enabled (not .site.portalDomain) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "edge.tls.enabled needs site.portalDomain: certificates are requested for the portals below it") -}}
{{- end -}}
{{- if and .edge.proxyProtocol (not .edge.trustedProxies) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "edge.proxyProtocol needs edge.trustedProxies: the addresses of the balancer that sends the header") -}}
{{- end -}}
{{- if and (not .edge.tls.enabled) (not .edge.trustedProxies) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "edge.tls.enabled is false, so a proxy terminates TLS: set edge.trustedProxies to its addresses, or all clients share its limits") -}}
{{- end -}}
{{- if and (not .edge.tls.enabled) .certificates.issuers -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "certificates.issuers have no use while edge.tls.enabled is false") -}}
{{- end -}}
{{- if gt (mul 2 (int .shutdown.spreadSeconds)) (int .shutdown.drainSeconds) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "shutdown.spreadSeconds must be at most half of shutdown.drainSeconds") -}}
{{- end -}}
{{- if .gateway.enabled -}}
{{- if eq .edge.service.type "LoadBalancer" -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "gateway.enabled: set edge.service.type to ClusterIP, or a second balancer is created") -}}
{{- end -}}
{{- if not .gateway.parentRefs -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "gateway.enabled needs gateway.parentRefs: the gateway and its listener for HTTPS") -}}
{{- end -}}
{{- if and (eq .gateway.mode "tls") (not .gateway.hostnames) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "gateway.mode tls needs gateway.hostnames; custom domains need gateway.mode tcp") -}}
{{- end -}}
{{- if not .edge.tls.enabled -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "gateway.enabled needs edge.tls.enabled: its routes forward TLS unopened") -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "guildhall.validate.replicas" -}}
{{- $faults := .faults -}}
{{- $values := .root.Values -}}
{{- range $key, $role := include "guildhall.roles" .root | fromJson -}}
{{- $of := get $values $key -}}
{{- with $of.autoscaling -}}
{{- if .enabled -}}
{{- if not (kindIs "invalid" $of.replicas) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s.replicas is fixed, but %s.autoscaling.enabled is set: remove one of the two" $key $key)) -}}
{{- end -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s.autoscaling: minReplicas is larger than maxReplicas" $key)) -}}
{{- end -}}
{{- if not (or .targetCPU .targetRequestsInFlight .targetConnections .targetLiveStreams .targetJobAgeSeconds .metrics) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s.autoscaling has no metric: set targetCPU, another target or metrics" $key)) -}}
{{- end -}}
{{- if and .targetCPU (not (dig "requests" "cpu" "" $of.resources)) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s.autoscaling.targetCPU needs %s.resources.requests.cpu" $key $key)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $values.blob.existingClaim (ne $key "edge") (gt (int (include "guildhall.maxReplicas" $of)) 1) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "%s may have several pods, but blob.existingClaim is for a cluster of one node: set %s.replicas to 1, or use a bucket (blob.url)" $key $key)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "guildhall.validate.certificates" -}}
{{- $faults := .faults -}}
{{- with .root.Values.certificates -}}
{{- range .issuers -}}
{{- if ne (empty .eabKeyId) (empty .eabSecret) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "certificates.issuers: %s needs both eabKeyId and eabSecret, or neither" .name)) -}}
{{- end -}}
{{- end -}}
{{- if and .dnsUpdate.server (not .issuers) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "certificates.dnsUpdate has no use without certificates.issuers") -}}
{{- end -}}
{{- if and .dnsUpdate.server (not (and .dnsUpdate.zone .dnsUpdate.keyName .dnsUpdate.secret.name)) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "certificates.dnsUpdate needs server, zone, keyName and secret.name together") -}}
{{- end -}}
{{- if eq (len .resolvers) 1 -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "certificates.resolvers: at least two are needed") -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Fields of `settings` that have a value of their own, or that would put a secret into a ConfigMap. */}}
{{- define "guildhall.validate.settings" -}}
{{- $faults := .faults -}}
{{- $values := .root.Values -}}
{{- $instead := dict
  "server.listen" "listenAddress"
  "server.tls_listen" "edge.tls.enabled"
  "server.plain_listen" "edge.tls.enabled"
  "server.admin_listen" "listenAddress"
  "server.internal_listen" "listenAddress"
  "server.main_origin" "site.mainOrigin"
  "server.portal_domain" "site.portalDomain"
  "server.main_aliases" "site.mainAliases"
  "server.trusted_proxies" "edge.trustedProxies"
  "server.proxy_protocol" "edge.proxyProtocol"
  "server.drain_timeout_s" "shutdown.drainSeconds"
  "server.shutdown_delay_s" "shutdown.delaySeconds"
  "edge.drain_delay_s" "shutdown.delaySeconds"
  "edge.drain_spread_s" "shutdown.spreadSeconds"
  "edge.health_checks" "edge.healthChecks"
  "database.max_connections" "database.maxConnections"
  "blob.url" "blob.url"
  "mail.from" "mail.from"
  "mail.feedback_listen" "mail.reports.returnPath"
  "certificates.issuers" "certificates.issuers"
  "certificates.dns_update" "certificates.dnsUpdate" -}}
{{- range $section, $fields := $values.settings -}}
{{- range $field, $value := $fields -}}
{{- $name := printf "%s.%s" $section $field -}}
{{- if hasKey $instead $name -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "settings.%s: set the value %s instead" $name (get $instead $name))) -}}
{{- else if has $name (list "database.url" "database.owner_url" "redis.url" "blob.access_key" "blob.secret_key" "mail.smtp_url" "security.context_key" "security.feed_token" "security.token_key" "google.client_secret" "telemetry.otlp_headers") -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "settings.%s is a secret and would be readable in a ConfigMap: name an existing secret in `%s` instead" $name (get (dict "security" "keys" "telemetry" "extraSecrets") $section | default $section))) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "guildhall.validate.environment" -}}
{{- $faults := .faults -}}
{{- $values := .root.Values -}}
{{- range $key := list "" "edge" "controlPlane" "runtime" "worker" "migrate" -}}
{{- $pod := $values.pod -}}
{{- if $key -}}
{{- $pod = (get $values $key).pod -}}
{{- end -}}
{{- range $pod.extraEnv -}}
{{- if eq .name "GUILDHALL_CONFIG" -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" "extraEnv: GUILDHALL_CONFIG is set by the chart; use `settings`") -}}
{{- else if and .value (regexMatch "^GUILDHALL_.*(URL|KEY|TOKEN|SECRET)$" .name) -}}
{{- include "guildhall.fault" (dict "faults" $faults "say" (printf "extraEnv: %s is a secret; use valueFrom.secretKeyRef instead of a literal value" .name)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
