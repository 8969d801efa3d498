{{/* The pod of a role or of the migrate job: everything that all of them have in common. */}}

{{/* A role's `pod` over the common one. */}}
{{- define "guildhall.podValues" -}}
{{- mergeOverwrite (deepCopy .root.Values.pod) (deepCopy .values.pod) | toJson -}}
{{- end -}}

{{- define "guildhall.podMetadata" -}}
{{- $pod := include "guildhall.podValues" . | fromJson -}}
labels:
  {{- include "guildhall.labels" (dict "root" .root "role" .role) | nindent 2 }}
  {{- with $pod.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  checksum/config: {{ .config | sha256sum }}
  {{- with .root.Values.secretsChecksum }}
  checksum/secrets: {{ . | quote }}
  {{- end }}
  {{- with $pod.annotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "guildhall.podSpec" -}}
{{- $pod := include "guildhall.podValues" . | fromJson -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- range $name, $value := .root.Values.podSecurity }}
  {{- if not (kindIs "invalid" $value) }}
  {{ $name }}: {{ int64 $value }}
  {{- end }}
  {{- end }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with $pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: config
    configMap:
      name: {{ .configMap }}
      defaultMode: 288
  - name: secrets
    projected:
      defaultMode: 288
      sources:
        {{- include "guildhall.secretSources" . | nindent 8 }}
  - name: data
    emptyDir:
      sizeLimit: 256Mi
  - name: tmp
    emptyDir:
      sizeLimit: 1Gi
  {{- if and .root.Values.blob.existingClaim (ne .role "edge") }}
  - name: blobs
    persistentVolumeClaim:
      claimName: {{ .root.Values.blob.existingClaim | quote }}
  {{- end }}
{{- end -}}

{{/* The part of a container that is the same everywhere. */}}
{{- define "guildhall.container" -}}
{{- $pod := include "guildhall.podValues" . | fromJson -}}
- name: {{ .role }}
  image: {{ include "guildhall.image" .root | quote }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [{{ .role | quote }}]
  env:
    - name: GUILDHALL_CONFIG
      value: /etc/guildhall/guildhall.toml
    {{- if and (eq .role "migrate") .root.Values.database.ownerSecret.name }}
    - name: GUILDHALL_DATABASE__OWNER_URL_FILE
      value: /run/secrets/guildhall/database_owner_url
    {{- end }}
    {{- with $pod.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  securityContext:
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities:
      drop: [ALL]
  terminationMessagePolicy: FallbackToLogsOnError
  resources:
    {{- toYaml .values.resources | nindent 4 }}
  volumeMounts:
    - name: config
      mountPath: /etc/guildhall
      readOnly: true
    - name: secrets
      mountPath: /run/secrets/guildhall
      readOnly: true
    - name: data
      mountPath: /var/lib/guildhall
    - name: tmp
      mountPath: /tmp
    {{- if and .root.Values.blob.existingClaim (ne .role "edge") }}
    - name: blobs
      mountPath: /var/lib/guildhall-blobs
    {{- end }}
{{- end -}}

{{/* Ports of a role, by name. */}}
{{- define "guildhall.ports" -}}
{{- if eq .role "edge" }}
{{- if .root.Values.edge.tls.enabled }}
- name: https
  containerPort: 8443
{{- end }}
- name: http
  containerPort: 8080
{{- else if ne .role "worker" }}
- name: api
  containerPort: 8080
{{- else if .root.Values.mail.reports.returnPath }}
- name: reports
  containerPort: 2525
{{- end }}
{{- if eq .role "control-plane" }}
- name: feed
  containerPort: 9091
{{- end }}
- name: admin
  containerPort: 9090
{{- end -}}

{{- define "guildhall.topologySpread" -}}
{{- $labels := dict "matchLabels" (include "guildhall.matchLabels" . | fromYaml) -}}
{{- range $key, $topology := dict "zone" "topology.kubernetes.io/zone" "node" "kubernetes.io/hostname" -}}
{{- with get $.root.Values.topologySpread $key }}
- maxSkew: 1
  topologyKey: {{ $topology }}
  whenUnsatisfiable: {{ . }}
  labelSelector:
    {{- toYaml $labels | nindent 4 }}
  {{- /* Counts the pods of one version only, so that a rolling update spreads the new ones. */}}
  {{- if semverCompare ">=1.27-0" $.root.Capabilities.KubeVersion.Version }}
  matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}
